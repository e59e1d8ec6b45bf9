// updateInventory (experimental): authenticates, checks the request, and adds the change to the commit queue.

import { itemETag } from "../contract/item-etag.ts";
import { itemJson } from "../contract/item-json.ts";
import { parseInventoryUpdate } from "../contract/validate.ts";
import type { Change, Outcome, Precondition } from "../inventory/change.ts";
import type { InventoryItem } from "../inventory/item.ts";
import type { KeyRecord } from "../inventory/key-store.ts";
import { includesRole } from "../inventory/role.ts";
import { ApiError } from "./api-error.ts";
import type { Authenticate } from "./authenticate.ts";
import { entityTagsOf } from "./entity-tags.ts";
import {
  idempotencyKeyFor,
  idempotencyKeyOf,
  idempotencyLimitReached,
  idempotencyMismatch,
} from "./idempotency-key.ts";
import { statedCauseOf } from "./ledger-headers.ts";
import { JSON_TYPE, type Operation, type Reply } from "./operation.ts";
import { petIdOf } from "./pet-id.ts";
import { readJsonText } from "./read-body.ts";

export interface ChangeQueue {
  /** Resolves when the change is on disk. Throws a StoreError. */
  add(change: Change): Promise<Outcome>;
}

export interface UpdatePorts {
  readonly authenticate: Authenticate;
  readonly queue: ChangeQueue;
}

/** The order of the checks is part of the contract: without a valid key nothing is revealed, and all come before the change. */
export function updateInventory({ authenticate, queue }: UpdatePorts): Operation {
  return async (request, requestId, listener) => {
    const key = await authenticate(request, listener);
    if (!includesRole(key.role, "clerk")) throw readOnly(key);
    const petId = petIdOf(request.params?.["petId"] ?? "");
    const { quantity } = parseInventoryUpdate(await readJsonText(request));
    const precondition = preconditionOf(request.headers);
    const idempotencyKey = idempotencyKeyOf(request.headers);
    const cause = statedCauseOf(request.headers);
    const update = { petId, quantity, ...(precondition !== undefined && { precondition }), ...cause };
    const outcome = await queue.add({
      reason: "update",
      ...update,
      ...(idempotencyKey !== undefined && { idempotencyKey: idempotencyKeyFor(idempotencyKey, key, update) }),
      by: { actor: `key:${key.name}`, keyId: key.id, requestId },
    });
    return replyTo(outcome, petId);
  };
}

function preconditionOf(headers: Headers): Precondition | undefined {
  if (headers.has("If-None-Match")) {
    const message =
      "If-None-Match is not accepted on an update. Send If-Match with the tag of the item as you know it.";
    throw new ApiError("invalid_header", message);
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
      const { item } = outcome;
      const problem = `Pet ${petId} does not match If-Match: its quantity is ${item.quantity}, its status ${item.status}`;
      const message = `${problem}. Nothing was changed; check the item, then send the ETag of this response.`;
      throw new ApiError("precondition_failed", message, { ETag: itemETag(item) });
    }
    case "idempotency_mismatch":
      throw idempotencyMismatch();
    case "idempotency_limit":
      throw idempotencyLimitReached(outcome.retryAfterMs);
    case "removed":
    case "out_of_range":
      // Outcomes of other changes; an update sets an absolute quantity.
      throw new Error(`unexpected outcome of an update: ${outcome.kind}`);
  }
}

function replyWith(item: InventoryItem, more: Readonly<Record<string, string>> = {}): Reply {
  return { headers: { ...JSON_TYPE, ETag: itemETag(item), ...more }, body: itemJson(item) };
}

function readOnly(key: KeyRecord): ApiError {
  return new ApiError(
    "read_only_api_key",
    `The API key "${key.name}" is read-only. Use a key that may write.`,
  );
}
