// JSON of values with exact ids. JSON.stringify throws at a BigInt, and JSON.parse rounds ids beyond 2^53.

import { parseJson, isJsonObject, JsonNumber, type JsonValue } from "../contract/json.ts";
import { randomKey } from "./idempotency-key.ts";

/**
 * Like `JSON.stringify`; each BigInt is a number with all its digits, as in answers of the service. `space` indents. Throws a
 * TypeError if the value has no JSON, such as `undefined`.
 */
export function stringify(value: unknown, space?: number | string): string {
  // Not JSON.rawJSON, which runtimes before 2025 do not have: marked strings, whose marks are then removed.
  const mark = randomKey();
  const text = JSON.stringify(
    value,
    // Not the value that is passed: programs often give BigInt a toJSON, which makes it a string before.
    function (this: Record<string, unknown>, name, each: unknown) {
      const given = typeof this[name] === "bigint" ? this[name] : each;
      return typeof given === "bigint" ? `${mark}${given}` : given;
    },
    space,
  );
  if (text === undefined) throw new TypeError(`there is no JSON of a value that is ${typeof value}`);
  return text.replaceAll(new RegExp(`"${mark}(-?[0-9]+)"`, "g"), "$1");
}

/**
 * The value of a JSON text as the client gives it: members `petId` and integers in arrays are BigInt, other numbers are numbers.
 * Throws if the text is not JSON, or has a member twice.
 */
export function parse(text: string): unknown {
  return exactIds(parseJson(text));
}

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
