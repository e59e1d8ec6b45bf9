// The ledger of a service, in the pages that the command line shows.

import type { MovementOptions, PetstockAdmin, Movement as WireMovement } from "../../client/client.ts";
import type { MovementFilter } from "../../inventory/movement.ts";
import type { HistoryEntry } from "../access.ts";

/** The largest page that the service gives. */
const PAGE_ROWS = 1_000;
/** Ranges of more revisions are found from the newest one on, instead of one by one. */
const RANGE_MAX = 100;

/** At least one page, newest first. */
export async function* historyPages(
  admin: PetstockAdmin,
  filter: MovementFilter,
): AsyncGenerator<readonly HistoryEntry[]> {
  let page: HistoryEntry[] = [];
  let left = filter.limit;
  let isFirst = true;
  for await (const movement of movementsOf(admin, filter)) {
    page.push(entryOf(movement));
    left -= 1;
    if (left > 0 && page.length < PAGE_ROWS) continue;
    yield page;
    if (left === 0) return;
    isFirst = false;
    page = [];
  }
  if (page.length > 0 || isFirst) yield page;
}

async function* movementsOf(
  admin: PetstockAdmin,
  { petId, key, since, until, reason, requestId, firstRevision, lastRevision, limit }: MovementFilter,
): AsyncGenerator<WireMovement> {
  const options: MovementOptions = {
    petId,
    key,
    reason,
    requestId,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    pageSize: Math.min(limit, PAGE_ROWS),
  };
  const [first, last] = [firstRevision ?? 1, lastRevision ?? Number.POSITIVE_INFINITY];
  if (last - first >= RANGE_MAX) {
    for await (const movement of admin.movements(options)) {
      if (movement.revision < first) return;
      if (movement.revision <= last) yield movement;
    }
    return;
  }
  for (let revision = last; revision >= Math.max(first, 1); revision--) {
    yield* admin.movements({ ...options, revision });
  }
}

/** The members in the order of the store's. */
function entryOf({
  revision,
  petId,
  before,
  after,
  label,
  reason,
  note,
  undoes,
  at,
  ...by
}: WireMovement): HistoryEntry {
  const { actor, keyId, requestId } = by;
  return {
    revision,
    petId,
    before,
    after,
    ...(label && { label }),
    reason,
    by: { actor, keyId, requestId },
    at: Date.parse(at),
    note,
    undoes,
  };
}
