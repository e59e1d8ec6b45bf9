// updateInventory (experimental): authenticate, check everything about the request, and hand the change to the queue.

import { itemETag } from "../contract/item-etag.ts";
import { itemJson } from "../contract/item-json.ts";
import { parseInventoryUpdate } from "../contract/validate.ts";
import type { Change, Outcome, Precondition } from "../inventory/change.ts";
import { type InventoryItem, parsePetId } from "../inventory/item.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { ApiError } from "./api-error.ts";
import type { Authenticate } from "./authenticate.ts";
import { entityTagsOf } from "./entity-tags.ts";
import { idempotencyKeyOf, idempotencyKeyFor } from "./idempotency-key.ts";
import { JSON_TYPE, type Operation, type Reply } from "./operation.ts";
import { readJsonText } from "./read-body.ts";

export interface ChangeQueue {
  /** Resolves when the change is on disk. Throws a StoreError. */
  add(change: Change): Promise<Outcome>;
}

export interface UpdatePorts {
  readonly authenticate: Authenticate;
  readonly queue: ChangeQueue;
}

/** The order of the checks is the contract's: a stranger learns nothing, and nothing changes before all hold. */
export function updateInventory({ authenticate, queue }: UpdatePorts): Operation {
  return async (request, requestId, listener) => {
    const key = await authenticate(request, listener);
    if (key.readOnly) throw readOnly(key);
    const petId = petIdOf(request.params?.["petId"] ?? "");
    const { quantity } = parseInventoryUpdate(await readJsonText(request));
    const precondition = preconditionOf(request.headers);
    const idempotencyKey = idempotencyKeyOf(request.headers);
    const wish = { petId, quantity, ...(precondition !== undefined && { precondition }) };
    const outcome = await queue.add({
      ...wish,
      ...(idempotencyKey !== undefined && { idempotencyKey: idempotencyKeyFor(idempotencyKey, key, wish) }),
      reason: "update",
      by: { actor: `key:${key.name}`, keyId: key.id, requestId },
    });
    return replyTo(outcome, petId);
  };
}

function petIdOf(text: string): bigint {
  const petId = parsePetId(text);
  if (petId !== undefined) return petId;
  const rule = "must be an int64 in plain decimal form, such as 734980";
  throw new ApiError("invalid_pet_id", `petId ${rule}; got ${JSON.stringify(text.slice(0, 40))}.`);
}

function preconditionOf(headers: Headers): Precondition | undefined {
  if (headers.has("If-None-Match")) {
    const words =
      "If-None-Match is not taken on an update. Send If-Match with the tag of the item as you know it.";
    throw new ApiError("invalid_header", words);
  }
  const tags = entityTagsOf(headers, "If-Match");
  if (tags === undefined) return undefined;
  if (tags === "*") return "exists";
  // Strong comparison: a weak tag never matches (RFC 9110, section 13.1.1).
  return { anyTagOf: tags.filter(({ weak }) => !weak).map(({ opaque }) => opaque) };
}

function replyTo(outcome: Outcome, petId: bigint): Reply {
  switch (outcome.kind) {
    case "updated":
    case "unchanged":
      return replyWith(outcome.item);
    case "replayed":
      return replyWith(outcome.item, { "Idempotency-Replayed": "true" });
    case "not_found":
      throw new ApiError(
        "pet_not_found",
        `There is no pet ${petId} in the inventory. List it with GET /v1/inventory.`,
      );
    case "precondition_failed": {
      const words = `Pet ${petId} is no longer what If-Match says: it is ${outcome.item.quantity} ${outcome.item.status}`;
      const message = `${words}. Nothing was changed; look again, then send the tag of this answer.`;
      throw new ApiError("precondition_failed", message, { ETag: itemETag(outcome.item) });
    }
    case "idempotency_mismatch":
      throw new ApiError(
        "idempotency_mismatch",
        "This Idempotency-Key was sent with another request before. Nothing was changed; send each update with a key of its own.",
      );
    case "idempotency_limit":
      throw idempotencyLimitReached(outcome.retryAfterMs);
    case "removed":
    case "out_of_range":
      // For changes that remove or count on; an update says how many there are.
      throw new Error(`an update came to ${outcome.kind}`);
  }
}

function replyWith(item: InventoryItem, more: Readonly<Record<string, string>> = {}): Reply {
  return { headers: { ...JSON_TYPE, ETag: itemETag(item), ...more }, body: itemJson(item) };
}

function readOnly(key: KeyRecord): ApiError {
  return new ApiError(
    "read_only_api_key",
    `The API key "${key.name}" may only read. Use a key that may write.`,
  );
}

function idempotencyLimitReached(retryAfterMs: number): ApiError {
  return new ApiError(
    "rate_limited",
    "This API key has used as many Idempotency-Keys within a day as are remembered (--idempotency-limit), and this one is new. Nothing was changed. Wait as long as Retry-After says, or send the update without one.",
    { "Retry-After": String(Math.ceil(retryAfterMs / 1000)) },
  );
}
