// admin.yaml is the contract of the Admin API: it has the agreed operations with their roles, is consistent, and agrees with
// the code and with openapi.yaml.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { ADMIN_OPERATIONS } from "../../src/admin/routes.ts";
import { STATUS_OF } from "../../src/contract/errors.ts";
import { JSON_ENTRIES_MAX } from "../../src/contract/json-entries.ts";
import { LISTED_MAX } from "../../src/inventory/change-set.ts";
import { PET_STATUSES, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { LABEL_TEXT_LENGTH_MAX } from "../../src/inventory/label.ts";
import { MOVEMENT_REASONS, STATED_REASONS } from "../../src/inventory/movement.ts";
import { NOTE_CHARACTERS_MAX } from "../../src/inventory/note.ts";
import { ROLES } from "../../src/inventory/role.ts";
import { TOTALS_STEPS } from "../../src/inventory/totals.ts";
import { CHANGED_PETS_MAX } from "../../src/inventory/undo.ts";
import { ADMIN, V1 } from "../support/contracts.ts";
import {
  allResponsesOf,
  codesIn,
  describeConsistency,
  nodes,
  operationsOf,
  parametersOf,
  responsesOf,
} from "./consistency.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

const { document } = ADMIN;
const { schemas } = document.components;
const operations = operationsOf(ADMIN);

/** The agreed operations: id, method, path and role. */
const AGREED = [
  ["getMe", "get", "/me", "reader"],
  ["listEntries", "get", "/inventory", "reader"],
  ["getEntry", "get", "/inventory/{petId}", "reader"],
  ["listChanges", "get", "/changes", "reader"],
  ["listRevisions", "get", "/revisions", "reader"],
  ["applyChangeSet", "post", "/revisions", "clerk"],
  ["undoRevision", "post", "/revisions/{revision}/undo", "manager"],
  ["listMovements", "get", "/movements", "reader"],
  ["getTotals", "get", "/totals", "reader"],
  ["listLabels", "get", "/labels", "reader"],
  ["putLabels", "put", "/labels", "manager"],
  ["listKeys", "get", "/keys", "admin"],
  ["createKey", "post", "/keys", "admin"],
  ["rotateKey", "post", "/keys/{id}/rotate", "admin"],
  ["renewLink", "post", "/keys/{id}/link", "admin"],
  ["revokeKey", "delete", "/keys/{id}", "admin"],
  ["listHooks", "get", "/hooks", "admin"],
  ["createHook", "post", "/hooks", "admin"],
  ["updateHook", "patch", "/hooks/{id}", "admin"],
  ["deleteHook", "delete", "/hooks/{id}", "admin"],
  ["testHook", "post", "/hooks/{id}/test", "admin"],
  ["rotateHook", "post", "/hooks/{id}/rotate", "admin"],
  ["signIn", "post", "/sign-in", "none"],
];

describeConsistency(ADMIN);

describe("the operations", () => {
  test("are those agreed, each with its role", () => {
    const all = operations.map((one) => [one.operationId, one.method, one.path, one["x-role"]]);
    expect(all).toEqual(AGREED);
    for (const operation of operations) {
      expect(operation).toMatchObject({
        description: expect.stringContaining(`Role: \`${operation["x-role"]}\``),
      });
    }
  });

  test("are those that the service has, with the same roles", () => {
    const served = Object.entries(ADMIN_OPERATIONS).map(([id, { method, path, role }]) => {
      return [id, method.toLowerCase(), path.replaceAll(/:(\w+)/g, "{$1}"), role];
    });
    expect(served).toEqual(AGREED);
  });

  test.each(operations)("$operationId documents what each request can be answered", (operation) => {
    const statuses = responsesOf(ADMIN, operation).map(([status]) => status);
    const role = String(operation["x-role"]);
    expect(statuses).toEqual(expect.arrayContaining([400, 414, 429, 431, 500, 503]));
    expect(statuses.includes(401)).toBe(role !== "none");
    expect(statuses.includes(403)).toBe(role !== "none" && role !== "reader");
    expect(statuses.includes(413) && statuses.includes(415)).toBe(operation.requestBody !== undefined);
  });

  test("have defaults for the query parameters that the code takes for always present", () => {
    const inQuery = operations.flatMap((one) => parametersOf(ADMIN, one)).filter((one) => one.in === "query");
    const defaulted = inQuery.filter(({ schema }) => "default" in schema).map(({ name }) => name);
    expect([...new Set(defaulted)].toSorted()).toEqual([
      "actors",
      "dryRun",
      "force",
      "limit",
      "order",
      "overlap",
      "replace",
      "skipChanged",
      "step",
      "validFor",
    ]);
  });
});

describe("the requests", () => {
  test("are closed objects: a member that is not known is refused, not dropped", () => {
    const named = ["ChangeSet", "SetQuantity", "AdjustQuantity", "SetStatus", "CreatePet", "RemovePet"];
    for (const name of [...named, "LabelUpdate", "LabelChange", "KeyRequest", "SignInRequest"]) {
      expect(schemas[name]).toMatchObject({ type: "object", additionalProperties: false });
    }
  });

  test("have the same bounds as the code", () => {
    expect(schemas["Role"]).toMatchObject({ "x-extensible-enum": [...ROLES] });
    expect(schemas["PetStatus"]).toMatchObject({ enum: [...PET_STATUSES] });
    expect(schemas["Quantity"]).toMatchObject({ minimum: 0, maximum: QUANTITY_MAX });
    expect(schemas["Reason"]).toMatchObject({ enum: [...STATED_REASONS] });
    expect(new Set(schemas["MovementReason"]!["x-extensible-enum"] as string[])).toEqual(
      new Set(MOVEMENT_REASONS),
    );
    expect(schemas["Note"]).toMatchObject({ maxLength: NOTE_CHARACTERS_MAX });
    expect(schemas["LabelText"]).toMatchObject({ maxLength: LABEL_TEXT_LENGTH_MAX });
    const changes = { maxItems: JSON_ENTRIES_MAX };
    expect(schemas["ChangeSet"]).toMatchObject({ properties: { changes } });
    expect(schemas["LabelUpdate"]).toMatchObject({ properties: { labels: changes } });
    expect(schemas["AdjustQuantity"]).toMatchObject({
      properties: { by: { minimum: -QUANTITY_MAX, maximum: QUANTITY_MAX } },
    });
    const low = { minimum: 0, maximum: QUANTITY_MAX };
    for (const name of ["Label", "LabelChange"]) expect(schemas[name]).toMatchObject({ properties: { low } });
    const step = operations.flatMap((one) => parametersOf(ADMIN, one)).find(({ name }) => name === "step")!;
    expect(step.schema).toMatchObject({ enum: [...TOTALS_STEPS] });
  });
});

test("the lists of an answer have the same bounds as the code", () => {
  expect(schemas["UndoResult"]).toMatchObject({ properties: { skipped: { maxItems: CHANGED_PETS_MAX } } });
  const listed = { maxItems: LISTED_MAX };
  expect(schemas["Error"]).toMatchObject({ properties: { problems: listed, conflicts: listed } });
});

test("every value of an enum has a name for generated clients", () => {
  const { enum: values, "x-enum-varnames": names } = schemas["Reason"]!;
  expect(names).toEqual((values as string[]).map((value) => `REASON_${value.toUpperCase()}`));
});

/** What can keep an answer from growing. */
interface SchemaFacts {
  readonly $ref?: string;
  readonly enum?: unknown;
  readonly pattern?: unknown;
  readonly maxItems?: unknown;
  readonly items?: object;
}

test("what answers have can grow: no closed set but that of /v1, no pattern but of a documented form, no limit of an open set", () => {
  // Of /v1, which never changes; a form that clients compose themselves.
  const closed = new Set(["PetStatus"]);
  const formed = new Set(["ItemTag"]);
  const met = new Set<string>();
  const found: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref, enum: values, pattern, maxItems, items = {} } = node as SchemaFacts;
    const name = $ref?.split("/").at(-1) ?? at;
    if (Array.isArray(values) && !closed.has(at)) found.push(`${at}: enum`);
    if (typeof pattern === "string" && !formed.has(at)) found.push(`${at}: pattern`);
    // Of each value once: a new one would make the list longer.
    if (maxItems !== undefined && "x-extensible-enum" in items) found.push(`${at}: maxItems`);
    if ($ref?.includes("/schemas/") && !met.has(name)) walk(schemas[met.add(name) && name], name);
    for (const [key, value] of Object.entries(node)) if (key !== "example") walk(value, `${at}.${key}`);
  };
  for (const { operationId, responses } of operations)
    for (const [status, response] of Object.entries(responses)) {
      const { content } = response as { content?: object };
      walk(content, `${operationId} ${status}`);
    }
  expect(met.size).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

describe("the error codes", () => {
  const codesOf = ({ components }: typeof document) =>
    components.schemas["ErrorCode"]!["x-extensible-enum"] as string[];
  const codes = codesOf(document);

  test("of both contracts together are those of the code", () => {
    const first = codesOf(V1.document);
    expect(new Set([...codes, ...first])).toEqual(new Set(Object.keys(STATUS_OF)));
    // Only an update of /v1 answers it; here it is insufficient_role.
    expect(first.filter((code) => !codes.includes(code))).toEqual(["read_only_api_key"]);
  });

  test("are each named by a response, or occur in problems alone", () => {
    const named: readonly string[] = allResponsesOf(ADMIN).flatMap(codesIn);
    const unnamed = codes.filter((code) => !named.includes(code));
    expect(unnamed).toEqual(["missing_quantity", "invalid_quantity", "pet_exists", "duplicate_pet"]);
  });
});

/** Components with one name in both contracts that differ on purpose. */
const DIFFERENT: readonly string[] = [
  // The path's petId is the same, and of another operation.
  "parameters/PetId",
  "parameters/IdempotencyKey",
  "headers/ItemETag",
  "headers/IdempotencyReplayed",
  "responses/OtherError",
  "responses/TooManyRequests",
  "responses/Unavailable",
  "schemas/ErrorCode",
  "schemas/Error",
  "schemas/InventoryItem",
];

test("components that both contracts have are the same in both", () => {
  const all = (components: object) =>
    Object.entries(components)
      // The examples of operations are those of error-examples.test.ts.
      .filter(([kind]) => kind !== "examples")
      .flatMap(([kind, named]) =>
        Object.entries(named as object).map(([name, one]): [string, object] => [`${kind}/${name}`, one]),
      );
  const first = new Map(all(V1.document.components));
  const shared = all(document.components).filter(([name]) => first.has(name));
  expect(shared.length).toBeGreaterThan(10);
  const different = shared
    .filter(([name, one]) => !Bun.deepEquals(one, first.get(name)))
    .map(([name]) => name);
  expect(different.toSorted()).toEqual(DIFFERENT.toSorted());
});

test.each([ADMIN, V1])(
  "every integer of $name says its bits, and those of 32 bits are bounded",
  (contract) => {
    const integers = nodes(contract.document).filter(({ node }) => [node["type"]].flat().includes("integer"));
    expect(integers.length).toBeGreaterThan(3);
    const unbounded = integers.filter(({ node }) => {
      if (node["format"] === "int64") return false;
      if (node["format"] !== "int32") return true;
      return !(Number(node["minimum"]) >= -(2 ** 31) && Number(node["maximum"]) < 2 ** 31);
    });
    expect(unbounded.map(({ at }) => at)).toEqual([]);
  },
);
