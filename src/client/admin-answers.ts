// Reads answers of /admin/v1: JSON objects whose ids keep every digit.

import { isJsonObject, type JsonValue, parseJson } from "../contract/json.ts";
import type { ChangesSince } from "./admin-types.ts";
import { exactIds } from "./exact-ids.ts";
import type { Answer } from "./exchange.ts";

/** Bounds the memory that another server's answer can take; the labels of a million pets have less. */
const TEXT_BYTES_MAX = 256 * 1024 * 1024;

/** The members of `ChangesSince`. */
export const CHANGES = ["position", "items", "removed", "labels", "unlabeled"] as const;

/** The object in an answer. Throws `unexpected_answer` if there is none, or one without these members. */
export async function objectFrom<T>(answer: Answer, ...members: readonly (keyof T & string)[]): Promise<T> {
  return objectIn<T>(answer, await answer.text(TEXT_BYTES_MAX), ...members);
}

/** The changes in an event of the answer's stream. */
export function changesIn(answer: Answer, text: string): ChangesSince {
  return objectIn<ChangesSince>(answer, text, ...CHANGES);
}

/** The object in a part of the answer. */
export function objectIn<T>(answer: Answer, text: string, ...members: readonly (keyof T & string)[]): T {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw answer.error("unexpected_answer", "the answer is not JSON", cause);
  }
  if (isJsonObject(value) && members.every((member) => member in value)) return exactIds(value) as T;
  throw answer.error("unexpected_answer", `the answer is not an object with ${members.join(", ")}`);
}
