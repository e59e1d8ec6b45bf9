// Windows on the ledger: parts with a bounded number of movements, newest first, so that no read depends on its length or on
// the size of a revision.

import type { MovementCursor } from "../inventory/movement-cursor.ts";
import { type Integer, only, type Query, rows, sql, type Work } from "./sql.ts";

/** The revisions to look at. */
interface RevisionRange {
  readonly firstRevision?: number;
  readonly lastRevision?: number;
}

/** A part of the ledger, as a condition. */
export interface Window {
  readonly rows: Query;
  /** The one revision that it is a part of; undefined for whole revisions. */
  readonly part: number | undefined;
  /** At most so many movements. */
  readonly examined: number;
  /** Where the next window begins; null if this is the last one. */
  readonly next: MovementCursor | null;
}

/** Before all movements of the range. */
export function startOf({ lastRevision: last = Number.MAX_SAFE_INTEGER }: RevisionRange): MovementCursor {
  return { revision: Math.min(last, Number.MAX_SAFE_INTEGER - 1) + 1, petId: null };
}

/** The window after the cursor: whole revisions, or `size` movements of one that is larger. */
export function* windowAfter(
  { revision, petId }: MovementCursor,
  size: number,
  range: RevisionRange,
): Work<Window> {
  if (petId !== null) return yield* windowWithin(revision, sql`AND pet_id > ${petId}`, size);
  const top = Math.min(revision, startOf(range).revision);
  const condition = sql`revision >= ${range.firstRevision ?? 0} AND revision < ${top}`;
  const { newest, cut } = yield* only(sql<{ newest: Integer | null; cut: Integer | null }>`
    SELECT (SELECT revision FROM ledger_entry WHERE ${condition} ORDER BY revision DESC LIMIT 1) AS newest,
      (SELECT revision FROM ledger_entry WHERE ${condition} ORDER BY revision DESC LIMIT 1 OFFSET ${size}) AS cut`);
  if (cut === null) return { rows: condition, part: undefined, examined: size, next: null };
  if (newest === cut) return yield* windowWithin(Number(cut), sql``, size);
  return {
    rows: sql`revision > ${cut} AND revision < ${top}`,
    part: undefined,
    examined: size,
    next: { revision: Number(cut) + 1, petId: null },
  };
}

/** The first pets of one revision; `after` restricts them. */
function* windowWithin(revision: number, after: Query, size: number): Work<Window> {
  const condition = sql`revision = ${revision} ${after}`;
  const [end] = yield* rows(sql<{ pet_id: bigint }>`
    SELECT pet_id FROM ledger_entry WHERE ${condition} ORDER BY pet_id LIMIT 1 OFFSET ${size - 1}`);
  // The rest of a revision, often nothing, is not worth a page of its own.
  if (end === undefined)
    return { rows: condition, part: revision, examined: 0, next: { revision, petId: null } };
  return {
    rows: sql`${condition} AND pet_id <= ${end.pet_id}`,
    part: revision,
    examined: size,
    next: { revision, petId: end.pet_id },
  };
}
