// Turns the times of a movement filter into a range of revisions, so that nothing outside of it is read. The times of the movements
// themselves are tested as well: a commit may hold movements on both sides of a time.

import type { MovementFilter } from "../inventory/movement.ts";
import { historyStart } from "./commits.ts";
import { commitsBefore } from "./commits-before.ts";
import type { Work } from "./sql.ts";

/**
 * How far the clocks of servers may be apart. A movement has the time of its server's clock; its commit that time or a later one,
 * where another server's clock is ahead. So a movement from before `until` may be in a commit from after it.
 */
const CLOCKS_APART_MS_MAX = 60 * 60 * 1000;

/** The filter with the revisions of its times. */
export function* withinTimes(filter: MovementFilter): Work<MovementFilter> {
  const { since, until, after, ascending } = filter;
  // Newest first, what follows a cursor is below it: the upper end matters only at first.
  const isBounded = after === undefined || ascending === true;
  const end = isBounded && until !== undefined ? until + CLOCKS_APART_MS_MAX : undefined;
  const times = [since, end].filter((time) => time !== undefined);
  if (times.length === 0) return filter;
  const before = yield* commitsBefore(times);
  const { firstRevision = 0, lastRevision = Number.MAX_SAFE_INTEGER } = filter;
  const first = since === undefined ? 0 : (before.get(since)?.revision ?? -1) + 1;
  const range = { ...filter, firstRevision: Math.max(firstRevision, first) };
  if (end === undefined) return range;
  // Before the first commit there are the last states of pets that a prune has kept.
  const last = before.get(end)?.revision ?? (yield* historyStart());
  return { ...range, lastRevision: Math.min(lastRevision, last) };
}
