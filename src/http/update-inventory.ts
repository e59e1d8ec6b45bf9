// updateInventory (experimental): authenticates, checks the request, and adds the change to the commit queue.

import { itemETag } from "../contract/item-etag.ts";
import { itemJson } from "../contract/item-json.ts";
import { parseInventoryUpdate } from "../contract/validate.ts";
import type { Change, ChangeDraft, Outcome, Precondition } from "../inventory/change.ts";
import type { InventoryItem } from "../inventory/item.ts";
import type { Caller, KeyRecord } from "../inventory/key-store.ts";
import { includesRole } from "../inventory/role.ts";
import { ApiError } from "./api-error.ts";
import type { Authenticate } from "./authenticate.ts";
import { entityTagsOf, weakTagIn } from "./entity-tags.ts";
import {
  idempotencyKeyFor,
  idempotencyKeyOf,
  idempotencyLimitReached,
  idempotencyMismatch,
} from "./idempotency-key.ts";
import { statedCauseOf } from "./ledger-headers.ts";
import { JSON_TYPE, type Operation, type Reply } from "./operation.ts";
import { petIdOf } from "./pet-id.ts";
import { readUpdateText } from "./read-body.ts";

interface ChangeQueue {
  /** Resolves when the change is on disk. Throws a StoreError; the signal's reason if the request was aborted before the commit began. */
  add(change: Change, request: Pick<Request, "signal">): Promise<Outcome>;
}

interface UpdatePorts {
  readonly authenticate: Authenticate;
  readonly queue: ChangeQueue;
}

/** The order of the checks is part of the contract: without a valid key nothing is revealed, and all come before the change. */
export function updateInventory({ authenticate, queue }: UpdatePorts): Operation {
  return async (request, requestId, listener) => {
    const key = await authenticate(request, listener);
    if (!includesRole(key.role, "clerk")) throw readOnly(key);
    const petId = petIdOf(request.params?.["petId"] ?? "");
    const { quantity } = parseInventoryUpdate(await readUpdateText(request));
    const by = { actor: `key:${key.name}`, keyId: key.id, requestId };
    const change = changeOf({ petId, quantity, reason: "update", by }, request.headers, key);
    const outcome = await queue.add(change, request);
    return replyTo(outcome, petId, request.headers);
  };
}

/** `plain` with what the headers say. */
function changeOf(plain: ChangeDraft & { quantity: number }, headers: Headers, apiKey: Caller): Change {
  const precondition = preconditionOf(headers);
  const key = idempotencyKeyOf(headers);
  const { reason, note } = statedCauseOf(headers);
  const { petId, quantity } = plain;
  if (precondition !== undefined) plain.precondition = precondition;
  if (reason !== undefined) plain.reason = reason;
  if (note !== undefined) plain.note = note;
  if (key !== undefined) {
    plain.idempotencyKey = idempotencyKeyFor(key, apiKey, { petId, quantity, precondition, reason, note });
  }
  return plain;
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

function replyTo(outcome: Outcome, petId: bigint, headers: Headers): Reply {
  switch (outcome.kind) {
    case "updated":
    case "unchanged":
      return replyWith(outcome.item);
    case "replayed":
      return replyWith(outcome.item, REPLAYED_HEADERS);
    case "not_found":
      throw new ApiError(
        "pet_not_found",
        `There is no pet ${petId} in the inventory. List it with GET /v1/inventory.`,
      );
    case "precondition_failed":
      throw preconditionFailed(outcome.item, weakTagIn(entityTagsOf(headers, "If-Match")));
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

function preconditionFailed(item: InventoryItem, weakTag: string | undefined): ApiError {
  const { petId, quantity, status } = item;
  const problem =
    weakTag === undefined
      ? `Pet ${petId} does not match If-Match:`
      : `If-Match has ${weakTag}, a weak tag, and a weak tag never matches. Pet ${petId}:`;
  const message = `${problem} its quantity is ${quantity}, its status ${status}. Nothing was changed; check the item, then send the ETag of this response.`;
  return new ApiError("precondition_failed", message, { ETag: itemETag(item) });
}

const ITEM_HEADERS = new Headers(JSON_TYPE);
const REPLAYED_HEADERS = new Headers({ ...JSON_TYPE, "Idempotency-Replayed": "true" });

function replyWith(item: InventoryItem, headers = ITEM_HEADERS): Reply {
  return { headers, etag: itemETag(item), body: itemJson(item) };
}

function readOnly(key: KeyRecord): ApiError {
  return new ApiError(
    "read_only_api_key",
    `The API key "${key.name}" is read-only. Use a key that may write.`,
  );
}
