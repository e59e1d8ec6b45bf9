// The body of updateInventory, checked with the contract's own schema (ajv, behind the exact JSON reader).

import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { QUANTITY_MAX } from "../inventory/item.ts";
import { openApiDocument } from "./document.ts";
import type { ErrorCode } from "./errors.ts";
import {
  DuplicateMemberError,
  JsonNumber,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
} from "./json.ts";
import type { components } from "./openapi.generated.ts";

export type InventoryUpdate = components["schemas"]["InventoryUpdate"];

/** A body that is not an update: one of the contract's codes for 400, and a message that says what to do. */
export class InvalidBodyError extends Error {
  override readonly name = "InvalidBodyError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const EXAMPLE = 'Send a JSON object such as {"quantity": 12}.';

let compiled: ValidateFunction<InventoryUpdate> | undefined;

/** Compiled for the first body that is not plain: it takes as long as the rest of a start, and no command needs it. */
function schema(): ValidateFunction<InventoryUpdate> {
  compiled ??= compileSchema();
  return compiled;
}

function compileSchema(): ValidateFunction<InventoryUpdate> {
  // allErrors, so that `mistakeIn` chooses among several mistakes; a schema of two lines never takes long.
  const ajv = new Ajv2020({ allErrors: true });
  ajv.addVocabulary(["components"]);
  ajv.addSchema({ $id: "petstock", components: openApiDocument.components }, "petstock");
  return ajv.compile({ $ref: "petstock#/components/schemas/InventoryUpdate" });
}

/** The form that nearly every client sends. Any nine digits are within the bounds, so that the form alone decides. */
const PLAIN = /^\{"quantity": ?(0|[1-9][0-9]{0,8})\}$/;

/** Reads and checks a body. Throws `InvalidBodyError`. */
export function parseInventoryUpdate(text: string): InventoryUpdate {
  const plain = PLAIN.exec(text)?.[1];
  if (plain !== undefined) return { quantity: Number(plain) };
  const body = readJson(text);
  const matches = schema();
  if (matches(body)) return body as InventoryUpdate;
  throw mistakeIn(body, matches.errors ?? []);
}

function readJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof DuplicateMemberError) {
      throw new InvalidBodyError(
        "duplicate_field",
        `${quoted(error.member)} is there twice; send it once. ${EXAMPLE}`,
      );
    }
    if (!(error instanceof JsonSyntaxError)) throw error;
    const what = text.trim() === "" ? "The body is empty" : `The body is no JSON: ${error.message}`;
    throw new InvalidBodyError("invalid_json", `${what}. ${EXAMPLE}`);
  }
}

function mistakeIn(body: JsonValue, errors: readonly ErrorObject[]): InvalidBodyError {
  // A JsonNumber is an object to ajv, and a number to the client.
  const isObject = !errors.some((error) => error.instancePath === "" && error.keyword === "type");
  if (!isObject || body instanceof JsonNumber) {
    return new InvalidBodyError("invalid_json", `The body is ${show(body)}, not an object. ${EXAMPLE}`);
  }
  const unknown = errors.find((error) => error.keyword === "additionalProperties");
  const extra = quoted(String(unknown?.params["additionalProperty"] ?? ""));
  if (errors.some((error) => error.keyword === "required")) {
    const hint = unknown === undefined ? "" : ` (the body has ${extra})`;
    return new InvalidBodyError("missing_quantity", `"quantity" is missing${hint}. ${EXAMPLE}`);
  }
  if (errors.some((error) => error.instancePath === "/quantity")) {
    const got = show((body as JsonObject)["quantity"] ?? null);
    const rule = `"quantity" must be an integer from 0 to ${QUANTITY_MAX}`;
    return new InvalidBodyError("invalid_quantity", `${rule}; got ${got}.`);
  }
  return new InvalidBodyError(
    "unknown_field",
    `${extra} is no field of an update; only "quantity" is. ${EXAMPLE}`,
  );
}

/** A short description of a value, to show the client its own mistake. */
function show(value: JsonValue): string {
  if (Array.isArray(value)) return "an array";
  if (value instanceof JsonNumber) return value.text.slice(0, 40);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return `the text ${quoted(value)}`;
  return value === null || typeof value !== "object" ? String(value) : "an object";
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
