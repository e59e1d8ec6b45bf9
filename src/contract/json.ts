// Exact JSON (RFC 8259). JSON.parse rounds numbers to doubles and silently keeps the last of repeated members; here an
// integer keeps every digit, a number that is not an int64 stays text, and a repeated member is an error. Without
// dependencies, so that the client can use it in a browser.

import { JsonReader, TooManyElementsError, VALUES_AT_ONCE_MAX } from "./json-reader.ts";
import type { JsonValue } from "./json-value.ts";

export { TooManyElementsError };
export {
  DuplicateMemberError,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  JsonSyntaxError,
  type JsonValue,
} from "./json-value.ts";

/** Reads one JSON text. Throws `JsonSyntaxError` or `DuplicateMemberError`. */
export function parseJson(text: string): JsonValue {
  const reader = new JsonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/**
 * Reads one JSON text like `parseJson`, with pauses, in which the caller can let other work run: between members of the
 * object, and between elements of arrays in it. For texts that are large because such an array is long: another large value
 * is a `JsonSyntaxError`. Throws TooManyElementsError as soon as such an array has more than `elementsMax`.
 */
export function* parseJsonInSteps(
  text: string,
  elementsMax = Number.POSITIVE_INFINITY,
): Generator<undefined, JsonValue> {
  const reader = new JsonReader(text, { valuesMax: VALUES_AT_ONCE_MAX, elementsMax });
  const value = yield* reader.valueInSteps();
  reader.end();
  return value;
}

/** `JSON.rawJSON` (ECMAScript 2026) is missing in the types of the runtime, and in browsers before 2025. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** A value as JSON with every digit of its BigInts. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "bigint" ? rawJSON(String(each)) : each,
  );
}
