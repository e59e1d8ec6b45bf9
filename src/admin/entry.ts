// getEntry: one pet's entry, with its tag, its revision and its label.

import { itemETag } from "../contract/item-etag.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import { entityTagsOf } from "../http/entity-tags.ts";
import { NO_STORE, type Operation } from "../http/operation.ts";
import { petIdOf } from "../http/pet-id.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { jsonReply } from "./json-body.ts";
import { queryOf } from "./query.ts";

export interface EntryPorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "entry" | "labels">;
}

export function entry({ authenticate, store }: EntryPorts): Operation {
  return async (request, _, listener) => {
    await authenticate(request, listener);
    const petId = petIdOf(request.params?.["petId"] ?? "");
    queryOf(request, "getEntry");
    const held = entityTagsOf(request.headers, "If-None-Match");
    const found = await store.entry(petId);
    if (found === undefined)
      throw new ApiError(
        "pet_not_found",
        `There is no pet ${petId} in the inventory. List it with GET /v1/inventory.`,
      );
    const { item, revision } = found;
    const tag = itemETag(item);
    // Weak comparison (RFC 9110, section 13.1.2): only the opaque tags count.
    if (held === "*" || held?.some(({ opaque }) => `"${opaque}"` === tag))
      return { status: 304, headers: { ETag: tag, ...NO_STORE } };
    const label = (await store.labels.get(petId)) ?? null;
    return jsonReply({ ...item, tag, revision, label }, { ETag: tag });
  };
}
