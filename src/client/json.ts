// JSON of values with exact ids. JSON.stringify throws at a BigInt, and JSON.parse rounds ids beyond 2^53.

import { parseJson } from "../contract/json.ts";
import { exactIds } from "./exact-ids.ts";
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
