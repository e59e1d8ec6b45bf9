// listRevisions: the activity, newest first, in pages.

import { timeText } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Operation } from "../http/operation.ts";
import type { Revision } from "../inventory/activity.ts";
import type { KeyTurns } from "../inventory/key-turns.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { jsonReply } from "./json-body.ts";
import { queryOf } from "./query.ts";

export interface RevisionsPorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "revisions">;
  readonly ledgerTurns: KeyTurns;
}

export function revisions({ authenticate, store, ledgerTurns }: RevisionsPorts): Operation {
  return async (request, _, listener) => {
    const key = await authenticate(request, listener);
    const { before, limit } = queryOf(request, "listRevisions");
    const filter = { limit, ...(before !== undefined && { before: cursorOf(before) }) };
    return ledgerTurns.run(key.id, request.signal, async () => {
      const page = await store.revisions(filter);
      const next = page.next === null ? null : String(page.next);
      return jsonReply({ revisions: page.revisions.map(revisionJson), next });
    });
  };
}

/** The cursor is the number of a revision: the page has the older ones. */
function cursorOf(text: string): number {
  const revision = Number(text);
  if (/^[1-9][0-9]{0,15}$/.test(text) && Number.isSafeInteger(revision)) return revision;
  throw new ApiError("invalid_query", '"before" must be the "next" of a previous page of revisions.');
}

function revisionJson({ at, ...rest }: Revision): object {
  return { ...rest, at: timeText(at) };
}
