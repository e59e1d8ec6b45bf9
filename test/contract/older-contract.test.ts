// The contract in OpenAPI 3.0 is valid, and says the same as openapi.yaml.

import { expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import {
  adminApiJson,
  olderAdminApiJson,
  olderOpenApiJson,
  openApiJson,
} from "../../src/contract/document.ts";
import type { ContractDocument } from "../support/contracts.ts";
import { nodes } from "./consistency.ts";

const DOCUMENTS = [
  ["openapi.yaml", "3.1", openApiJson],
  ["admin.yaml", "3.1", adminApiJson],
  ["openapi-3.0.json", "3.0", olderOpenApiJson],
  ["admin/openapi-3.0.json", "3.0", olderAdminApiJson],
] as const;

test.each(DOCUMENTS)("%s is valid by the schema of OpenAPI %s", async (_, version, json) => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(json()));
  expect({ version: validator.version, valid, errors }).toEqual({ version, valid: true, errors: undefined });
});

test("of the Admin API it has each operation and schema, with null where admin.yaml has it", () => {
  const [older, newer] = [olderAdminApiJson(), adminApiJson()].map(
    (json) => JSON.parse(json) as ContractDocument,
  );
  const operationsOf = ({ paths }: ContractDocument) =>
    Object.entries(paths).map(([path, item]) => [path, ...Object.keys(item)]);
  expect(operationsOf(older!)).toEqual(operationsOf(newer!));
  expect(Object.keys(older!.components.schemas)).toEqual(Object.keys(newer!.components.schemas));
  const nullable = (document: object) =>
    nodes(document).filter(({ node }) => node["nullable"] === true || isNullable(node)).length;
  expect(nullable(older!)).toBe(nullable(newer!));
  expect(JSON.stringify(older)).not.toContain('"null"');
});

function isNullable({ type, oneOf }: Readonly<Record<string, unknown>>): boolean {
  const isUnion = Array.isArray(oneOf) && oneOf.some((each: { type?: unknown }) => each.type === "null");
  return isUnion || (Array.isArray(type) && type.includes("null"));
}

test("it is openapi.yaml but for what OpenAPI 3.0 writes in another way", () => {
  const [older, newer] = [olderOpenApiJson(), openApiJson()].map(
    (json) => JSON.parse(json) as ContractDocument,
  );
  const pathsOf = (document: object) => new Map(nodes(document).map(({ at, node }) => [at, node]));
  const [before, after] = [pathsOf(newer!), pathsOf(older!)];
  const lost = [...before].filter(([at]) => !after.has(at));
  // progenitor for Rust ends with an assertion where an operation has `default` beside another body of success.
  expect(new Set(lost.map(([at]) => at.replace(/^.*[/]/, "")))).toEqual(new Set(["default"]));
  for (const [at, node] of lost) {
    for (const range of ["4XX", "5XX"]) expect(after.get(at.replace(/default$/, range))).toEqual(node);
  }
  const kept = [...before].filter(([at]) => after.has(at));
  const different = kept.flatMap(([at, node]) =>
    Object.entries(node)
      .filter(([, value]) => typeof value !== "object")
      .filter(([key, value]) => after.get(at)![key] !== value)
      .map(([key]) => key),
  );
  expect([...new Set(different)].toSorted()).toEqual(["const", "identifier", "openapi"]);
  for (const [at, node] of kept) {
    if ("const" in node) expect(after.get(at)).toMatchObject({ enum: [node["const"]] });
  }
});
