// What holds for a contract by itself: references, parameters, examples, errors. Both contracts pass it.

import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { STATUS_OF } from "../../src/contract/errors.ts";
import { compileSchema, type Schema } from "../../src/contract/schemas.ts";
import { type Contract, type OperationObject, resolveIn, type ResponseObject } from "../support/contracts.ts";

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation with its method and path. */
export interface PlacedOperation extends OperationObject {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly [extension: `x-${string}`]: unknown;
}

export function operationsOf({ document }: Contract): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => ({ ...operation, method, path }) as unknown as PlacedOperation,
    ),
  );
}

export function responsesOf({ document }: Contract, operation: OperationObject): [number, ResponseObject][] {
  return Object.entries(operation.responses).map(([status, response]) => [
    Number(status),
    resolveIn(document, response),
  ]);
}

export function parametersOf({ document }: Contract, { parameters }: PlacedOperation): Parameter[] {
  return parameters.map((one) => {
    const parameter = resolveIn(document, one as Parameter);
    // Members beside a reference are kept (JSON Schema 2020-12).
    return { ...parameter, schema: { ...resolveIn(document, parameter.schema), ...parameter.schema } };
  });
}

/** Every object in the document, with its path. */
export function nodes(node: unknown, at = "#"): { at: string; node: Readonly<Record<string, unknown>> }[] {
  if (typeof node !== "object" || node === null) return [];
  const inside = Object.entries(node).flatMap(([key, value]) => nodes(value, `${at}/${key}`));
  return [{ at, node: node as Record<string, unknown> }, ...inside];
}

export function describeConsistency(contract: Contract): void {
  const { document } = contract;
  const operations = operationsOf(contract);

  describe(`${contract.name} is consistent:`, () => {
    test("it has no dangling reference", () => {
      const references = nodes(document).flatMap(({ node }) =>
        "$ref" in node ? [String(node["$ref"])] : [],
      );
      expect(references.length).toBeGreaterThan(20);
      for (const $ref of references) expect(resolveIn(document, { $ref })).toBeObject();
    });

    test.each(operations)(
      "$operationId has a description for each status, and the request's id",
      (operation) => {
        for (const [status, { description, headers }] of responsesOf(contract, operation)) {
          expect(status).toBeWithin(200, 600);
          expect(description).not.toBe("");
          expect(headers).toHaveProperty("X-Request-Id");
        }
      },
    );

    test.each(operations)("$operationId has an Error body, and nothing else, on each error", (operation) => {
      const errors = responsesOf(contract, operation).filter(([status]) => status >= 400);
      expect(errors.length).toBeGreaterThan(0);
      for (const [, { content }] of errors) {
        expect(Object.keys(content ?? {})).toEqual(["application/json"]);
        expect(content!["application/json"]!.schema).toEqual({ $ref: "#/components/schemas/Error" });
      }
    });

    test.each(operations)(
      "$operationId declares the parameters of its path, and each with a schema",
      (operation) => {
        const templated = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
        const declared = parametersOf(contract, operation);
        const inPath = declared.filter((parameter) => parameter.in === "path").map(({ name }) => name);
        expect(inPath).toEqual(templated);
        for (const { schema } of declared) expect(schema).toBeObject();
      },
    );

    test("its schemas are valid JSON Schema", () => {
      const ajv = new Ajv2020({ strict: false });
      for (const [name, schema] of Object.entries(document.components.schemas)) {
        expect([name, ajv.validateSchema(schema), ajv.errors]).toEqual([name, true, null]);
      }
    });

    test("it requires only what it defines", () => {
      const objects = nodes(document).filter(({ node }) => "required" in node && "properties" in node);
      expect(objects.length).toBeGreaterThan(0);
      for (const { node } of objects) {
        expect(Object.keys(node["properties"] as object)).toEqual(
          expect.arrayContaining(node["required"] as string[]),
        );
      }
    });

    test("it has no example that breaks its own schema", () => {
      const examples = nodes(document).filter(({ node }) => "schema" in node && "example" in node);
      expect(examples.length).toBeGreaterThan(5);
      for (const { at, node } of examples) {
        const matches = compileSchema(node["schema"] as Schema, document);
        expect(matches(node["example"]) ? "" : `${at}: ${JSON.stringify(matches.errors)}`).toBe("");
      }
    });

    test("its examples of errors have the status of their code", () => {
      const examples = nodes(document)
        .filter(({ at }) => at.endsWith("/example"))
        .map(({ node }) => node)
        .filter((example) => "code" in example && "status" in example);
      expect(examples.length).toBeGreaterThan(0);
      for (const { code, status } of examples) expect(status).toBe(STATUS_OF[code as keyof typeof STATUS_OF]);
    });

    test("only responses of a code's status name it", () => {
      const named = [
        ...operations.flatMap((operation) => responsesOf(contract, operation)),
        [404, document.components.responses["RouteNotFound"]!] as const,
        [405, document.components.responses["MethodNotAllowed"]!] as const,
      ].flatMap(([status, { description }]) =>
        [...description.matchAll(/`([a-z_]+)`/g)]
          .map(([, word]) => word as keyof typeof STATUS_OF)
          .filter((word) => word in STATUS_OF)
          .map((code) => [code, status] as const),
      );
      for (const [code, status] of named) expect([code, STATUS_OF[code]]).toEqual([code, status]);
    });
  });
}
