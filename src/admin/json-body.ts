// JSON bodies of the Admin API: those of requests, up to 1 MiB, read without holding up other requests; and those of replies.

import { OBJECT_HINT } from "../contract/admin-body.ts";
import { toInvalidBody } from "../contract/body-text.ts";
import { type JsonValue, parseJsonInSteps, TooManyElementsError, toJson } from "../contract/json.ts";
import { JSON_ENTRIES_MAX } from "../contract/json-entries.ts";
import { ApiError } from "../http/api-error.ts";
import type { BodyLimit } from "../http/read-body.ts";
import { inSteps } from "./in-steps.ts";
import { JSON_TYPE, NO_STORE, type Reply } from "../http/operation.ts";

/** Limit on change sets and labels as JSON. */
export const JSON_LIMIT: BodyLimit = {
  bytesMax: 1024 * 1024,
  advice: "Send several requests, or rows (text/csv or application/x-ndjson).",
};

/**
 * Throws InvalidBodyError: `invalid_json` or `duplicate_field`; `body_too_large` for more entries than `JSON_ENTRIES_MAX`: each
 * takes some hundred times the memory of its shortest text. Throws the signal's reason if it is aborted.
 */
export async function parseBody(text: string, signal: AbortSignal): Promise<JsonValue> {
  try {
    return await inSteps(parseJsonInSteps(text, JSON_ENTRIES_MAX), signal);
  } catch (error) {
    if (error instanceof TooManyElementsError) throw tooManyEntries();
    throw toInvalidBody(error, text, OBJECT_HINT);
  }
}

function tooManyEntries(): ApiError {
  const message = `The body has more than ${JSON_ENTRIES_MAX} entries; nothing was changed. ${JSON_LIMIT.advice}`;
  return new ApiError("body_too_large", message);
}

/** No cache may keep a reply. */
export const JSON_HEADERS = { ...JSON_TYPE, ...NO_STORE } as const;

/** A value as JSON with every digit of an id; `headers` are added. */
export function jsonReply(value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { headers: { ...JSON_HEADERS, ...headers }, body: toJson(value) };
}
