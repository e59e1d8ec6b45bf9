// Reads movements by a filter, newest first, in the order of the ledger's primary key (revision, pet). A filter by anything
// but the pet (pet-history.ts) is tested row by row, so each page examines a bounded part of the ledger, and may be short.

import type { Movement, MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { MovementCursor } from "../inventory/movement-cursor.ts";
import { readPetHistory } from "./pet-history.ts";
import { isSelective, matching } from "./movement-conditions.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { rows, sql, type Work } from "./sql.ts";
import { startOf, type Window, windowAfter } from "./window.ts";

/** Movements that one page examines: some milliseconds. */
const EXAMINED_MAX = 10_000;

/** By descending revision, and by ascending pet within one. */
export function* readMovements(filter: MovementFilter): Work<MovementPage> {
  const { petId, limit } = filter;
  if (limit === 0) return { movements: [], next: filter.after ?? null };
  const history = petId === undefined ? undefined : yield* readPetHistory({ ...filter, petId });
  return history ?? (yield* scanMovements(filter));
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
