// Searches the ledger for a page of movements, slice by slice: a filter may match little of a long ledger.

import { steadyClock, type Clock } from "../inventory/clock.ts";
import type { Movement, MovementFilter, MovementPage } from "../inventory/movement.ts";

/** Longest search for a first movement: below the timeouts of clients and proxies. */
const SEARCH_MS_MAX = 2_000;
/** Longest search for more movements once there is one. */
const FILL_MS_MAX = 50;

/** `read` gives one slice. The page is empty only at the end of the ledger, or after `SEARCH_MS_MAX`. */
export async function searchMovements(
  filter: MovementFilter,
  read: (slice: MovementFilter) => Promise<MovementPage>,
  clock: Clock = steadyClock,
): Promise<MovementPage> {
  const startedAt = clock.now();
  const movements: Movement[] = [];
  for (let slice = filter; ;) {
    const page = await read(slice);
    movements.push(...page.movements);
    const { next } = page;
    const timeMs = movements.length === 0 ? SEARCH_MS_MAX : FILL_MS_MAX;
    const isDone = movements.length === filter.limit || next === null || clock.now() - startedAt >= timeMs;
    if (isDone) return movements.length === 0 ? page : { ...withoutSearch(page), movements };
    slice = { ...filter, after: next, limit: filter.limit - movements.length };
  }
}

function withoutSearch({ searchedBackTo: _, ...page }: MovementPage): MovementPage {
  return page;
}
