// The statements of a fill (fill.ts): a portion of the ledger, and what it changes of movements and commits.

import type { RunningTotals } from "../inventory/running-totals.ts";
import { totalsValues } from "./commits.ts";
import { type FillState, isAfter, type Place } from "./fill-state.ts";
import type { MovementRow } from "./rows.ts";
import { execute, type Integer, Query, rows, sql, type Work } from "./sql.ts";

export interface Portion {
  readonly movements: readonly MovementRow[];
  /** The revisions of the commits to fill, ascending. */
  readonly commits: readonly number[];
}

/** The predecessor of a movement. */
export interface Link {
  readonly revision: number;
  readonly petId: bigint;
  readonly previous: number;
}

/** The totals of a commit. */
export interface Mark {
  readonly revision: number;
  readonly totals: RunningTotals;
  readonly movements: number;
}

export function* readPortion({ place }: FillState, max: number): Work<Portion> {
  const movements = yield* rows(sql<MovementRow>`
    SELECT * FROM movement WHERE ${isAfter(place)} ORDER BY revision, pet_id LIMIT ${max}`);
  const last = movements.length < max ? Number.MAX_SAFE_INTEGER : Number(movements.at(-1)?.revision);
  const commits = yield* rows(sql<{ revision: Integer }>`
    SELECT revision FROM commit_mark WHERE revision >= ${place.revision} AND revision <= ${last} ORDER BY revision`);
  return { movements, commits: commits.map(({ revision }) => Number(revision)) };
}

interface MovementKey {
  readonly revision: number;
  readonly petId: bigint;
}

/** The keys of up to `max` movements after a place. */
export function* readKeys(
  { after, upTo }: { readonly after: Place; readonly upTo: Place },
  max: number,
): Work<readonly MovementKey[]> {
  const found = yield* rows(sql<{ revision: Integer; pet_id: bigint }>`
    SELECT revision, pet_id FROM movement
    WHERE ${isAfter(after)} AND (revision, pet_id) <= (${upTo.revision}, ${upTo.petId})
    ORDER BY revision, pet_id LIMIT ${max}`);
  return found.map((row) => ({ revision: Number(row.revision), petId: row.pet_id }));
}

export function writeLinks(links: readonly Link[]): Work<void> {
  return updateAll(links, setPrevious);
}

export function writeMarks(marks: readonly Mark[]): Work<void> {
  return updateAll(marks, setTotals);
}

/** Sizes of statements: few different ones, because a connection keeps each prepared. */
const BATCH_ROWS = [256, 64, 16, 4, 1];

function* updateAll<T>(all: readonly T[], update: (batch: readonly T[]) => Query): Work<void> {
  for (let from = 0; from < all.length;) {
    const size = BATCH_ROWS.find((rowCount) => rowCount <= all.length - from) as number;
    yield* execute(update(all.slice(from, from + size)));
    from += size;
  }
}

/** The columns of VALUES have these names in both databases: column1, column2, … */
function setPrevious(links: readonly Link[]): Query {
  const values = joined(
    links.map(
      ({ revision, petId, previous }) =>
        sql`(CAST(${revision} AS bigint), CAST(${petId} AS bigint), CAST(${previous} AS bigint))`,
    ),
  );
  const [first, last] = endsOf(links);
  return sql`
    UPDATE ledger_entry SET previous = column3 FROM (VALUES ${values}) AS link
    WHERE revision = column1 AND pet_id = column2
      AND (revision, pet_id) >= (${first.revision}, ${first.petId})
      AND (revision, pet_id) <= (${last.revision}, ${last.petId})`;
}

function setTotals(marks: readonly Mark[]): Query {
  const values = joined(
    marks.map(
      ({ revision, totals, movements }) =>
        sql`(CAST(${revision} AS bigint), CAST(${movements} AS bigint), ${totalsValues(totals)})`,
    ),
  );
  const [first, last] = endsOf(marks);
  return sql`
    UPDATE commit_mark SET movements = column2, quantity = column3, in_stock = column4, available = column5,
      pending = column6, sold = column7, total_in = column8, total_out = column9
    FROM (VALUES ${values}) AS mark
    WHERE commit_mark.revision = column1 AND commit_mark.revision BETWEEN ${first.revision} AND ${last.revision}`;
}

/** The bounds of the rows to update: without them SQLite reads the whole table for each statement. */
function endsOf<T>(batch: readonly T[]): [first: T, last: T] {
  return [batch[0] as T, batch.at(-1) as T];
}

function joined(parts: readonly Query[]): Query {
  return new Query(["", ...parts.slice(1).map(() => ", "), ""], parts);
}
