// Reads movements by a filter, newest first, in the order of the ledger's primary key (revision, pet). A filter by anything
// but the pet (pet-history.ts) is tested row by row, so each page examines a bounded part of the ledger, and may be short.

import type { Movement, MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { MovementCursor } from "../inventory/movement-cursor.ts";
import { readMovementsAscending } from "./movements-ascending.ts";
import { readPetHistory } from "./pet-history.ts";
import { isSelective, matching } from "./movement-conditions.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { only, rows, sql, type Integer, type Work } from "./sql.ts";
import { withinTimes } from "./time-range.ts";
import { startOf, type Window, windowAfter } from "./window.ts";

/** Movements that one page examines: some milliseconds. */
const EXAMINED_MAX = 10_000;

/** By descending revision, and by ascending pet within one; `ascending`: by ascending revision. */
export function* readMovements(wanted: MovementFilter): Work<MovementPage> {
  if (wanted.limit === 0) return { movements: [], next: wanted.after ?? null };
  const filter = yield* withinTimes(wanted);
  if (filter.ascending === true) return yield* readMovementsAscending(filter, EXAMINED_MAX);
  const { petId } = filter;
  const history = petId === undefined ? undefined : yield* readPetHistory({ ...filter, petId });
  const page = history ?? (yield* scanMovements(filter));
  if (page.movements.length > 0 || page.next === null) return page;
  return { ...page, searchedBackTo: yield* timeOf(page.next) };
}

/** The time of the commit to which the cursor's revision belongs. */
function* timeOf({ revision }: MovementCursor): Work<number> {
  const { at } = yield* only(sql<{ at: Integer }>`
    SELECT at FROM commit_mark WHERE revision >= ${revision} ORDER BY revision LIMIT 1`);
  return Number(at);
}

function* scanMovements(filter: MovementFilter): Work<MovementPage> {
  const movements: Movement[] = [];
  let next: MovementCursor | null = filter.after ?? startOf(filter);
  let budget = EXAMINED_MAX;
  while (next !== null && movements.length < filter.limit && budget > 0) {
    const limit = filter.limit - movements.length;
    // Without a condition each movement that is examined is part of the page.
    const window: Window = yield* windowAfter(
      next,
      isSelective(filter) ? budget : Math.min(limit, budget),
      filter,
    );
    const found = yield* rows(sql<MovementRow>`
      SELECT * FROM movement WHERE ${window.rows} ${matching(filter)}
      ORDER BY revision DESC, pet_id LIMIT ${limit}`);
    movements.push(...found.map(movementOfRow));
    next = found.length === limit ? cursorOf(found.at(-1) as MovementRow) : window.next;
    budget -= window.examined;
  }
  return { movements, next };
}

function cursorOf({ revision, pet_id }: MovementRow): MovementCursor {
  return { revision: Number(revision), petId: pet_id };
}
