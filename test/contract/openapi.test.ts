// openapi.yaml is the contract: it has the agreed content, is consistent, and agrees with the code's constants.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openApiText } from "../../src/contract/document.ts";
import { type ErrorCode, STATUS_OF } from "../../src/contract/errors.ts";
import { parsePetId, PET_STATUSES, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { type ContractDocument, type HeaderObject, resolveIn, V1 } from "../support/contracts.ts";
import {
  codesIn,
  describeConsistency,
  nodes,
  operationsOf,
  parametersOf,
  type PlacedOperation,
  responsesOf,
} from "./consistency.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

const document = V1.document as Document;
const { schemas } = document.components;
const operations = operationsOf(V1);
const [listInventory, updateInventory] = operations as [PlacedOperation, PlacedOperation];
const CODES = schemas["ErrorCode"]!["x-extensible-enum"] as ErrorCode[];

interface Document extends ContractDocument {
  readonly openapi: string;
  readonly info: ContractDocument["info"] & { readonly title: string; readonly version: string };
  readonly security: readonly object[];
}

const responseOf = ({ responses }: PlacedOperation, status: number) =>
  resolveIn(document, responses[status]!);

describeConsistency(V1);

describe("the service", () => {
  test("has version 1.0.0 of its interface", () => expect(document.info.version).toBe("1.0.0"));

  test("takes a bearer token for every operation", () => {
    expect(document.components).toHaveProperty("securitySchemes", {
      apiKey: expect.objectContaining({ type: "http", scheme: "bearer" }),
    });
    expect(document.security).toEqual([{ apiKey: [] }]);
    for (const operation of operations) expect(operation).not.toHaveProperty("security");
  });
});

describe("the operations", () => {
  test("are listInventory and updateInventory alone", () => {
    const all = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId}: ${method} ${path}`),
    );
    expect(all).toEqual(["listInventory: get /inventory", "updateInventory: patch /inventory/{petId}"]);
  });

  test("are marked experimental where their shape may change: updateInventory alone", () => {
    expect(updateInventory).toMatchObject({
      "x-stability": "experimental",
      "x-scalar-stability": "experimental",
    });
    expect(Object.keys(listInventory).filter((key) => key.startsWith("x-"))).toEqual([]);
    expect(operations.filter((operation) => "deprecated" in operation)).toEqual([]);
  });

  test("answer with the list, with the updated entry, and with the statuses that were agreed", () => {
    expect(Object.keys(listInventory.responses)).toEqual(expect.arrayContaining(["200", "401"]));
    expect(Object.keys(updateInventory.responses)).toEqual(
      expect.arrayContaining(["200", "400", "401", "404"]),
    );
    const item = { $ref: "#/components/schemas/InventoryItem" };
    const list = { type: "array", items: item };
    expect(responseOf(listInventory, 200).content).toMatchObject({ "application/json": { schema: list } });
    expect(responseOf(updateInventory, 200).content).toMatchObject({ "application/json": { schema: item } });
  });

  test("have the headers that HTTP demands with a status", () => {
    const required = (operation: PlacedOperation, status: number, header: string) =>
      resolveIn<Partial<HeaderObject>>(document, responseOf(operation, status).headers![header]!).required;
    for (const operation of operations) expect(required(operation, 401, "WWW-Authenticate")).toBe(true);
    expect(required(updateInventory, 415, "Accept-Patch")).toBe(true);
    expect(document.components.responses["OtherError"]).toHaveProperty(["headers", "Allow"]);
  });

  test("take an update of one required quantity, as JSON", () => {
    const { requestBody } = updateInventory;
    expect(requestBody).toHaveProperty("required", true);
    const schema = { $ref: "#/components/schemas/InventoryUpdate" };
    expect(requestBody!.content).toEqual({ "application/json": expect.objectContaining({ schema }) });
    expect(listInventory).not.toHaveProperty("requestBody");
  });

  test("take an Idempotency-Key for updates alone, and mark replayed answers", () => {
    const names = operations.map((one) => parametersOf(V1, one).map(({ name }) => name));
    expect(names.map((each) => each.includes("Idempotency-Key"))).toEqual([false, true]);
    const responses = operations.flatMap((one) => responsesOf(V1, one)).map(([, response]) => response);
    const marked = responses.filter(({ headers = {} }) => "Idempotency-Replayed" in headers);
    expect(marked).toEqual([responseOf(updateInventory, 200)]);
  });

  test("have no example that its first use makes a conflict", () => {
    const example = (name: string) => parametersOf(V1, updateInventory).find((each) => each.name === name);
    expect(example("Idempotency-Key")).not.toHaveProperty("example");
    expect(example("If-Match")).toHaveProperty("example", "*");
  });

  test("have no query parameters, and petId in the path", () => {
    const all = operations.flatMap((one) => parametersOf(V1, one));
    expect(all.filter((parameter) => parameter.in === "query")).toEqual([]);
    expect(all.filter((parameter) => parameter.in === "path")).toMatchObject([
      { name: "petId", required: true, schema: { type: "integer", format: "int64" } },
    ]);
  });
});

describe("the resources", () => {
  test("InventoryItem has a petId of int64, a quantity and a status, all required", () => {
    expect(schemas["InventoryItem"]).toMatchObject({
      type: "object",
      required: ["petId", "quantity", "status"],
      properties: {
        petId: { type: "integer", format: "int64" },
        quantity: { $ref: "#/components/schemas/Quantity" },
        status: { $ref: "#/components/schemas/PetStatus" },
      },
    });
  });

  test("InventoryUpdate has a quantity, required, and nothing else", () => {
    expect(schemas["InventoryUpdate"]).toEqual({
      type: "object",
      required: ["quantity"],
      additionalProperties: false,
      properties: { quantity: { $ref: "#/components/schemas/Quantity" } },
    });
  });

  test("PetStatus is available, pending or sold, here and in the code", () => {
    expect(schemas["PetStatus"]).toMatchObject({ type: "string", enum: ["available", "pending", "sold"] });
    expect([...PET_STATUSES]).toEqual(["available", "pending", "sold"]);
  });

  test("Error has code, message and status, all required", () => {
    expect(schemas["Error"]).toMatchObject({
      type: "object",
      required: ["code", "message", "status"],
      properties: { message: { type: "string" }, status: { type: "integer", format: "int32" } },
    });
    expect(Object.keys((schemas["Error"] as { properties: object }).properties)).toHaveLength(3);
  });
});

describe("the document and the code agree", () => {
  test("on the bounds of a quantity", () => {
    expect(schemas["Quantity"]).toMatchObject({
      type: "integer",
      format: "int32",
      minimum: 0,
      maximum: QUANTITY_MAX,
    });
  });

  test("on the form of a petId: in words, because generators of clients ignore a pattern of an integer", () => {
    const [petId] = parametersOf(V1, updateInventory);
    expect(petId?.schema).toEqual({ type: "integer", format: "int64" });
    const [, refused = ""] =
      /not (.*) \(400\)/.exec((petId as { description?: string }).description ?? "") ?? [];
    const forms = [...refused.matchAll(/`([^`]+)`/g)].map(([, form]) => form!);
    expect(forms).toEqual(["+1", "01", "-0"]);
    expect(forms.filter((form) => parsePetId(form) !== undefined)).toEqual([]);
  });

  test("on the error codes", () => {
    expect(CODES.filter((code) => !(code in STATUS_OF))).toEqual([]);
    expect(CODES).toHaveLength(25);
  });

  test("on the status of each code: only responses of that status name it", () => {
    const named = operations
      .flatMap((one) => responsesOf(V1, one))
      .flatMap(([status, response]) => codesIn(response).map((code) => `${code} ${status}`));
    const { description } = V1.document.components.responses["OtherError"]!;
    // Each status of other addresses and methods stands before its code.
    const elsewhere = [...description.matchAll(/(\d{3})\s+\(`([a-z_]+)`/g)];
    named.push(...elsewhere.map(([, status, code]) => `${code} ${status}`));
    const wanted = CODES.map((code) => `${code} ${STATUS_OF[code]}`);
    expect([...new Set(named)].toSorted()).toEqual(wanted.toSorted());
  });
});

describe("the document is consistent", () => {
  test("is OpenAPI 3.1 with title, paths and components", () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe("Pet Store Inventory Service");
  });

  test("has no number that a double cannot hold", () => {
    const tooLarge = (openApiText.match(/\d{16,}/g) ?? []).filter((digits) => BigInt(digits) > 2n ** 53n);
    expect(tooLarge).toEqual([]);
    const numbers = nodes(document).flatMap(({ node }) =>
      Object.values(node).filter((value) => typeof value === "number"),
    );
    expect(numbers.filter((number) => !Number.isSafeInteger(number))).toEqual([]);
  });
});
