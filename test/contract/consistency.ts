// Rules for a contract by itself: references, parameters, examples, errors. Both contracts pass it.

import { describe, expect, test } from "bun:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type ErrorBody, type ErrorCode, STATUS_OF } from "../../src/contract/errors.ts";
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

/** Those with a status; every operation has a `default` beside them. */
export function responsesOf({ document }: Contract, operation: OperationObject): [number, ResponseObject][] {
  return Object.entries(operation.responses)
    .filter(([status]) => status !== "default")
    .map(([status, response]) => [Number(status), resolveIn(document, response)]);
}

/** Those of all operations, and `default`. */
export function allResponsesOf(contract: Contract): ResponseObject[] {
  return operationsOf(contract).flatMap(({ responses }) =>
    Object.values(responses).map((response) => resolveIn(contract.document, response)),
  );
}

/** The error codes that a description names. */
export function codesIn({ description }: ResponseObject): ErrorCode[] {
  return [...description.matchAll(/`([a-z_]+)`/g)]
    .map(([, word]) => word as ErrorCode)
    .filter((word) => word in STATUS_OF);
}

/** The examples of an error, by the code that names them. */
export function errorExamplesOf({ document }: Contract, { content }: ResponseObject): [string, ErrorBody][] {
  const { examples = {} } = content!["application/json"]!;
  return Object.entries(examples).map(([name, example]) => [
    name,
    resolveIn(document, example).value as ErrorBody,
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

const isError = (schema: Schema | undefined): boolean => schema?.["$ref"] === "#/components/schemas/Error";

/** The references in a node, and in what they refer to. */
function reachable(document: object, start: unknown): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    for (const { node: each } of nodes(node)) {
      const $ref = each["$ref"];
      if (typeof $ref !== "string" || found.includes($ref)) continue;
      found.push($ref);
      visit(resolveIn(document, { $ref }));
    }
  };
  visit(start);
  return found;
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

    test("it has no component that nothing refers to", () => {
      const references = new Set(nodes(document).map(({ node }) => node["$ref"]));
      const { securitySchemes: _, ...components } = document.components as Readonly<Record<string, object>>;
      const unused = Object.entries(components).flatMap(([kind, named]) =>
        Object.keys(named)
          .map((name) => `#/components/${kind}/${name}`)
          .filter((pointer) => !references.has(pointer)),
      );
      expect(unused).toEqual([]);
    });

    test("it begins with the service that serves it, then production and staging", () => {
      expect(document.servers).toEqual([
        { url: contract.prefix, description: expect.any(String) },
        { url: `https://api.petstock.example${contract.prefix}`, description: "Production" },
        { url: `https://staging.api.petstock.example${contract.prefix}`, description: "Staging" },
      ]);
      // Paths have the prefix from the server alone.
      for (const path of Object.keys(document.paths)) expect(path).not.toStartWith(contract.prefix);
    });

    test("it says whom to ask", () => {
      expect(document.info.contact).toEqual({
        name: expect.any(String),
        url: expect.stringMatching(/^https:/),
      });
    });

    test.each(operations)("$operationId has an Error for any other status", ({ responses }) => {
      expect(responses["default"]).toEqual({ $ref: "#/components/responses/OtherError" });
      const { content } = document.components.responses["OtherError"]!;
      expect(content!["application/json"]!.schema).toEqual({ $ref: "#/components/schemas/Error" });
    });

    test("its requests are closed objects, and its responses are open", () => {
      const requests = operations.flatMap(({ requestBody }) => (requestBody ? [requestBody] : []));
      const inRequests = new Set(reachable(document, requests));
      const responses = new Set(
        reachable(
          document,
          operations.map((operation) => operation.responses),
        ),
      );
      const objects = Object.entries(document.components.schemas).filter(([, { type }]) => type === "object");
      expect(objects.length).toBeGreaterThan(2);
      for (const [name, schema] of objects) {
        const pointer = `#/components/schemas/${name}`;
        const isRequest = inRequests.has(pointer);
        expect([name, isRequest]).toEqual([name, !responses.has(pointer)]);
        expect([name, schema["additionalProperties"]]).toEqual([name, isRequest ? false : undefined]);
      }
    });

    test("its error codes may become more: none is an enum, which generated clients refuse to extend", () => {
      const { ErrorCode } = document.components.schemas;
      expect(ErrorCode).not.toHaveProperty("enum");
      expect(ErrorCode!["x-extensible-enum"]).toBeArray();
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
      const examples = nodes(document)
        .filter(({ node }) => "schema" in node && ("example" in node || "examples" in node))
        .flatMap(({ at, node }) => {
          const named = Object.values((node["examples"] ?? {}) as Record<string, { value: unknown }>);
          const values = named.map((example) => resolveIn(document, example).value);
          return [...values, ...("example" in node ? [node["example"]] : [])].map((value) => ({
            at,
            node,
            value,
          }));
        });
      expect(examples.length).toBeGreaterThan(25);
      for (const { at, node, value } of examples) {
        const matches = compileSchema(node["schema"] as Schema, document);
        expect(matches(value) ? "" : `${at}: ${JSON.stringify(matches.errors)}`).toBe("");
      }
    });

    test("each error has an example of each code that it names, and of no other", () => {
      const errors = allResponsesOf(contract).filter(({ content }) =>
        isError(content?.["application/json"]?.schema),
      );
      expect(errors.length).toBeGreaterThan(20);
      for (const response of errors) {
        const examples = errorExamplesOf(contract, response);
        expect(examples.map(([name]) => name).toSorted()).toEqual(codesIn(response).toSorted());
        for (const [name, { code, status }] of examples) {
          expect([name, code, status]).toEqual([code, code, STATUS_OF[code]]);
        }
      }
    });

    test("only responses of a code's status name it", () => {
      const named = operations
        .flatMap((operation) => responsesOf(contract, operation))
        .flatMap(([status, response]) => codesIn(response).map((code) => [code, status] as const));
      for (const [code, status] of named) expect([code, STATUS_OF[code]]).toEqual([code, status]);
    });
  });
}
