// Replies of the Admin API: JSON with every digit of an id, which no cache may keep.

import { toJson } from "../contract/json.ts";
import { JSON_TYPE, NO_STORE, type Reply } from "../http/operation.ts";

export const JSON_HEADERS = { ...JSON_TYPE, ...NO_STORE } as const;

/** `headers` are added. */
export function jsonReply(value: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { headers: { ...JSON_HEADERS, ...headers }, body: toJson(value) };
}
