// openapi.yaml is the contract: it has the agreed content, is consistent, and agrees with the code's constants.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openApiDocument, openApiText } from "../../src/contract/document.ts";
import { STATUS_OF } from "../../src/contract/errors.ts";
import { PET_ID_PATTERN, PET_STATUSES, QUANTITY_MAX } from "../../src/inventory/item.ts";
import { resolve } from "../support/contract-validator.ts";
import { V1 } from "../support/contracts.ts";
import { describeConsistency, nodes } from "./consistency.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly object[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly [extension: string]: unknown;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

const document = openApiDocument as unknown as Document;
const schemas = document.components["schemas"]!;
const listInventory = document.paths["/inventory"]!["get"]!;
const updateInventory = document.paths["/inventory/{petId}"]!["patch"]!;
const operations = [listInventory, updateInventory];

function responsesOf(operation: Operation): [number, Response][] {
  return Object.entries(operation.responses).map(([status, response]) => [Number(status), resolve(response)]);
}

const parametersOf = ({ parameters }: Operation) => parameters.map((one) => resolve(one as Parameter));

describeConsistency(V1);

describe("the service", () => {
  test("has version 1.0.0 of its interface", () => expect(document.info.version).toBe("1.0.0"));

  test("has a production and a staging server, both under /v1", () => {
    expect(document.servers.map(({ description }) => description)).toEqual(["Production", "Staging"]);
    for (const { url } of document.servers) expect(url).toMatch(/^https:\/\/[^/]+\/v1$/);
  });

  test("takes a bearer token for every operation", () => {
    expect(document.components["securitySchemes"]).toEqual({
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
    expect(listInventory.responses["200"]?.content).toMatchObject({ "application/json": { schema: list } });
    expect(updateInventory.responses["200"]?.content).toMatchObject({ "application/json": { schema: item } });
  });

  test("have the headers that HTTP demands with a status", () => {
    const required = (response: Response | undefined, header: string) =>
      resolve<{ required?: boolean }>(resolve<Response>(response!).headers?.[header] ?? {}).required;
    for (const { responses } of operations) expect(required(responses["401"], "WWW-Authenticate")).toBe(true);
    expect(required(updateInventory.responses["415"], "Accept-Patch")).toBe(true);
    expect(required(document.components["responses"]!["MethodNotAllowed"] as Response, "Allow")).toBe(true);
  });

  test("take an update of one required quantity, as JSON", () => {
    const { required, content } = updateInventory.requestBody!;
    expect(required).toBe(true);
    const schema = { $ref: "#/components/schemas/InventoryUpdate" };
    expect(content).toEqual({ "application/json": expect.objectContaining({ schema }) });
    expect(listInventory).not.toHaveProperty("requestBody");
  });

  test("take an Idempotency-Key for updates alone, and mark replayed answers", () => {
    const names = operations.map((one) => parametersOf(one).map(({ name }) => name));
    expect(names.map((each) => each.includes("Idempotency-Key"))).toEqual([false, true]);
    const responses = operations.flatMap(responsesOf).map(([, response]) => response);
    const marked = responses.filter(({ headers = {} }) => "Idempotency-Replayed" in headers);
    expect(marked).toEqual([updateInventory.responses["200"]!]);
  });

  test("have no query parameters, and petId in the path", () => {
    const all = operations.flatMap(parametersOf);
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
      additionalProperties: false,
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

  test("Error has code, message and status, all required, and nothing else", () => {
    expect(schemas["Error"]).toMatchObject({
      type: "object",
      required: ["code", "message", "status"],
      additionalProperties: false,
      properties: { message: { type: "string" }, status: { type: "integer" } },
    });
    expect(Object.keys((schemas["Error"] as { properties: object }).properties)).toHaveLength(3);
  });
});

describe("the document and the code agree", () => {
  test("on the bounds of a quantity", () => {
    expect(schemas["Quantity"]).toMatchObject({ type: "integer", minimum: 0, maximum: QUANTITY_MAX });
  });

  test("on the form of a petId", () => {
    const [petId] = parametersOf(updateInventory);
    expect(petId?.schema).toMatchObject({ pattern: PET_ID_PATTERN.source });
  });

  test("on the closed set of error codes", () => {
    const { enum: codes } = schemas["ErrorCode"] as unknown as { enum: string[] };
    expect(codes.filter((code) => !(code in STATUS_OF))).toEqual([]);
  });

  test("on the status of each code: only responses of that status name it", () => {
    const responses = document.components["responses"] as Record<string, Response>;
    const { InvalidQuery, RouteNotFound, MethodNotAllowed } = responses;
    const all: [number, Response | undefined][] = [
      ...operations.flatMap(responsesOf),
      [400, InvalidQuery],
      [404, RouteNotFound],
      [405, MethodNotAllowed],
    ];
    const named = all.flatMap(([status, response]) =>
      [...response!.description.matchAll(/`([a-z_]+)`/g)]
        .filter(([, word]) => word! in STATUS_OF)
        .map(([, code]) => `${code} ${status}`),
    );
    const { enum: codes } = schemas["ErrorCode"] as unknown as { enum: (keyof typeof STATUS_OF)[] };
    const wanted = codes.map((code) => `${code} ${STATUS_OF[code]}`);
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
