// Turns an answer into an item or an error: the service's own, or `unexpected_answer` for anything else.

import { stockOfETag } from "../contract/item-etag.ts";
import { type InventoryItem, parseItemJson } from "../contract/item-json.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../contract/json.ts";
import {
  type Conflict,
  type ErrorCode,
  InsufficientStockError,
  PetstockError,
  type PetstockErrorDetails,
  type Problem,
  type RequestError,
} from "./errors.ts";
import { exactIds } from "./exact-ids.ts";
import type { Answer } from "./exchange.ts";

/**
 * An item or an error takes some hundred bytes, an error with lists some thousand. Bounds the memory that a proxy's page can take.
 */
const TEXT_BYTES_MAX = 262_144;

/** The form of the service's error codes; codes may be added. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;
/** Only a proxy answers so, and what the service behind it did is unknown. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** The item in a 200. Throws `TransportError` if there is none. */
export async function itemFrom(answer: Answer): Promise<InventoryItem> {
  const text = await answer.text(TEXT_BYTES_MAX);
  const item = undefinedIfInvalid(() => parseItemJson(text));
  if (item === undefined) throw answer.error("unexpected_answer", "the answer is not an item");
  return item;
}

/** The error in an answer. `petId`: of the update that failed. */
export async function errorFrom(answer: Answer, petId?: bigint): Promise<RequestError> {
  const { status, requestId, retryAfterMs } = answer;
  const text = await answer.text(TEXT_BYTES_MAX);
  const body = undefinedIfInvalid(() => parseJson(text));
  if (!isErrorBody(body) || body.status !== status || GATEWAY_STATUSES.has(status)) {
    const location = answer.headers.get("Location");
    const what =
      location === null
        ? `not an error body of the service: ${text.slice(0, 100)}`
        : `a redirect to ${location.slice(0, 200)}`;
    return answer.error("unexpected_answer", `status ${status}, ${what}`);
  }
  const stock = stockOfETag(answer.headers.get("ETag") ?? "");
  const item = stock === undefined || petId === undefined ? undefined : { petId, ...stock };
  const facts = { status, requestId, retryAfterMs, item, ...detailsIn(body) };
  return body.code === "insufficient_stock"
    ? new InsufficientStockError(body.message, facts)
    : new PetstockError(body.code, body.message, facts);
}

/** The further members of an error of /admin/v1. */
function detailsIn(body: JsonObject): PetstockErrorDetails {
  const { problems, problemsTotal, conflicts, conflictsTotal, historyStart, keyId } = body;
  return {
    ...(Array.isArray(problems) && { problems: exactIds(problems) as readonly Problem[] }),
    ...(typeof problemsTotal === "number" && { problemsTotal }),
    ...(Array.isArray(conflicts) && { conflicts: exactIds(conflicts) as readonly Conflict[] }),
    ...(typeof conflictsTotal === "number" && { conflictsTotal }),
    ...(typeof historyStart === "number" && { historyStart }),
    ...(typeof keyId === "string" && { keyId }),
  };
}

function isErrorBody(
  value: JsonValue | undefined,
): value is JsonObject & { code: ErrorCode; message: string } {
  if (value === undefined || !isJsonObject(value)) return false;
  const { code, message } = value;
  return typeof code === "string" && CODE.test(code) && typeof message === "string";
}

/** Undefined if `read` throws. */
function undefinedIfInvalid<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
