// Ids of an answer of /admin/v1.

import { isJsonObject, JsonNumber, type JsonValue } from "../contract/json.ts";

/** The ids as BigInt: the members `petId`, and the integers of an array. Plain objects, as callers expect them. */
export function exactIds(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map((each) => (isInteger(each) ? BigInt(each) : exactIds(each)));
  if (value instanceof JsonNumber) return Number(value.text);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, each]) => [
    name,
    name === "petId" && isInteger(each) ? BigInt(each) : exactIds(each),
  ]);
  return Object.fromEntries(members);
}

function isInteger(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
