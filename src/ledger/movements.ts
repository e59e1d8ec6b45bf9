// Reads movements by a filter, newest first, in the order of the ledger's primary key (revision, pet). A filter by anything
// but the pet (pet-history.ts) is tested row by row, so each page examines a bounded part of the ledger, and may be short.

import type { Movement, MovementFilter, MovementPage } from "../inventory/movement.ts";
import type { MovementCursor } from "../inventory/movement-cursor.ts";
import { readPetHistory } from "./pet-history.ts";
import { isSelective, matching } from "./movement-conditions.ts";
import { type MovementRow, movementOfRow } from "./rows.ts";
import { type Integer, only, type Query, rows, sql, type Work } from "./sql.ts";

/** Movements that one page examines: some milliseconds. */
const EXAMINED_MAX = 10_000;

/** By descending revision, and by ascending pet within one. */
export function* readMovements(filter: MovementFilter): Work<MovementPage> {
  const { petId, limit } = filter;
  if (limit === 0) return { movements: [], next: filter.after ?? null };
  if (petId === undefined) return yield* scanMovements(filter);
  const { movements, next, isChainKnown } = yield* readPetHistory({ ...filter, petId });
  if (isChainKnown || next === null || movements.length === limit) return { movements, next };
  // The ledger of an upgraded database that is not filled yet.
  const rest = yield* scanMovements({ ...filter, after: next, limit: limit - movements.length });
  return { movements: [...movements, ...rest.movements], next: rest.next };
}

function* scanMovements(filter: MovementFilter): Work<MovementPage> {
  const movements: Movement[] = [];
  let next: MovementCursor | null = filter.after ?? { revision: lastRevision(filter) + 1, petId: null };
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

function lastRevision({ lastRevision: last = Number.MAX_SAFE_INTEGER }: MovementFilter): number {
  return Math.min(last, Number.MAX_SAFE_INTEGER - 1);
}

function cursorOf({ revision, pet_id }: MovementRow): MovementCursor {
  return { revision: Number(revision), petId: pet_id };
}

/** A part of the ledger, as a condition. */
interface Window {
  readonly rows: Query;
  /** At most so many movements. */
  readonly examined: number;
  /** Where the next part begins; null if this is the last one. */
  readonly next: MovementCursor | null;
}

/** The part after the cursor: whole revisions, or `size` movements of one that is larger. */
function* windowAfter(
  { revision, petId }: MovementCursor,
  size: number,
  { firstRevision = 0, ...filter }: MovementFilter,
): Work<Window> {
  if (petId !== null) return yield* windowWithin(revision, sql`AND pet_id > ${petId}`, size);
  const top = Math.min(revision, lastRevision(filter) + 1);
  const range = sql`revision >= ${firstRevision} AND revision < ${top}`;
  const { newest, cut } = yield* only(sql<{ newest: Integer | null; cut: Integer | null }>`
    SELECT (SELECT revision FROM movement WHERE ${range} ORDER BY revision DESC LIMIT 1) AS newest,
      (SELECT revision FROM movement WHERE ${range} ORDER BY revision DESC LIMIT 1 OFFSET ${size}) AS cut`);
  if (cut === null) return { rows: range, examined: size, next: null };
  if (newest === cut) return yield* windowWithin(Number(cut), sql``, size);
  const next = { revision: Number(cut) + 1, petId: null };
  return { rows: sql`revision > ${cut} AND revision < ${top}`, examined: size, next };
}

/** The first pets of one revision; `after` restricts them. */
function* windowWithin(revision: number, after: Query, size: number): Work<Window> {
  const range = sql`revision = ${revision} ${after}`;
  const [end] = yield* rows(sql<{ pet_id: bigint }>`
    SELECT pet_id FROM movement WHERE ${range} ORDER BY pet_id LIMIT 1 OFFSET ${size - 1}`);
  // The few movements that are left of a revision cost a page no revision of its own.
  if (end === undefined) return { rows: range, examined: 0, next: { revision, petId: null } };
  return {
    rows: sql`${range} AND pet_id <= ${end.pet_id}`,
    examined: size,
    next: { revision, petId: end.pet_id },
  };
}
