// listEntries: the entries of the pets whose label has a code, such as a barcode that was scanned.

import { itemETag } from "../contract/item-etag.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Operation } from "../http/operation.ts";
import type { LabelledEntry } from "../inventory/label-store.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { jsonReply } from "./json-body.ts";
import { queryOf } from "./query.ts";

export interface EntriesByCodePorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "labels">;
}

export function entriesByCode({ authenticate, store }: EntriesByCodePorts): Operation {
  return async (request, _, listener) => {
    await authenticate(request, listener);
    const { code, after, limit } = queryOf(request, "listEntries");
    if (code === undefined)
      throw new ApiError(
        "invalid_query",
        'Give "code", such as ?code=4006381333931. GET /v1/inventory lists all entries.',
      );
    // A label has its code without white space around it.
    const found = await store.labels.entriesByCode(code.trim(), { after, limit: limit + 1 });
    const entries = found.slice(0, limit);
    const next = found.length > limit ? String(entries.at(-1)?.item.petId) : null;
    return jsonReply({ entries: entries.map(entryJson), next });
  };
}

function entryJson({ item, revision, label }: LabelledEntry): object {
  return { ...item, tag: itemETag(item), revision, label };
}
