// The ledger of a service, in the pages that the command line shows.

import type { MovementFilter, Movement as WireMovement, PetstockAdmin } from "../../client/client.ts";
import type { HistoryEntry, HistoryFilter } from "../access.ts";

/** The largest page that the service gives. */
const PAGE_ROWS = 1_000;
/** Ranges of more revisions are found from the newest one on, instead of one by one. */
const RANGE_MAX = 100;

/** At least one page, newest first. */
export async function* historyPages(
  admin: PetstockAdmin,
  { limit = Number.POSITIVE_INFINITY, ...filter }: HistoryFilter,
): AsyncGenerator<readonly HistoryEntry[]> {
  let page: HistoryEntry[] = [];
  let left = limit;
  let isFirst = true;
  for await (const movement of movementsOf(readerOf(admin, limit), filter)) {
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

type Read = (options: MovementFilter) => AsyncIterable<WireMovement>;

/** In pages, or all in one response. */
function readerOf(admin: PetstockAdmin, limit: number): Read {
  if (!Number.isFinite(limit)) return (options) => admin.streamMovements(options);
  const pageSize = Math.min(limit, PAGE_ROWS);
  return (options) => admin.movements({ ...options, pageSize });
}

async function* movementsOf(
  read: Read,
  { petId, key, since, until, reason, requestId, firstRevision, lastRevision }: HistoryFilter,
): AsyncGenerator<WireMovement> {
  const options: MovementFilter = {
    petId,
    key,
    reason,
    requestId,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  };
  const [first, last] = [firstRevision ?? 1, lastRevision ?? Number.POSITIVE_INFINITY];
  if (last - first >= RANGE_MAX) {
    for await (const movement of read(options)) {
      if (movement.revision < first) return;
      if (movement.revision <= last) yield movement;
    }
    return;
  }
  for (let revision = last; revision >= Math.max(first, 1); revision--) {
    yield* read({ ...options, revision });
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
