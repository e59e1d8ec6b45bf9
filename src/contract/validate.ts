// The body of updateInventory, checked with the contract's own schema (ajv, behind the exact JSON reader).

import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { QUANTITY_MAX } from "../inventory/item.ts";
import { openApiDocument } from "./document.ts";
import { InvalidBodyError, quoted, readJson, show } from "./body-text.ts";
import { JsonNumber, type JsonObject, type JsonValue } from "./json.ts";
import type { components } from "./openapi.generated.ts";
import { compileSchema } from "./schemas.ts";

export type InventoryUpdate = components["schemas"]["InventoryUpdate"];

const EXAMPLE = 'Send a JSON object such as {"quantity": 12}.';

let compiled: ValidateFunction | undefined;

/** Compiled for the first body that is not plain: it takes as long as the rest of a start, and no command needs it. */
function schema(): ValidateFunction {
  compiled ??= compileSchema({ $ref: "#/components/schemas/InventoryUpdate" }, openApiDocument);
  return compiled;
}

/** The form that nearly every client sends. Any nine digits are within the bounds, so that the form alone decides. */
const PLAIN = /^\{"quantity": ?(0|[1-9][0-9]{0,8})\}$/;

/** Reads and checks a body. Throws `InvalidBodyError`. */
export function parseInventoryUpdate(text: string): InventoryUpdate {
  const plain = PLAIN.exec(text)?.[1];
  if (plain !== undefined) return { quantity: Number(plain) };
  const body = readJson(text, EXAMPLE);
  const matches = schema();
  if (matches(body)) return body as unknown as InventoryUpdate;
  throw mistakeIn(body, matches.errors ?? []);
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
