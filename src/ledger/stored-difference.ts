// A difference in a table, computed before the write lock is taken, so that under it nothing but the changes is written:
// those of labels are twice as many as those of stock. What has changed in between is computed again.

import type { Position } from "../inventory/position.ts";
import type { ComparedDifference } from "./difference.ts";
import { execute, list, type Query, rows, sql, type Work } from "./sql.ts";
import { minus, plus, summarize, type Summary } from "./summary.ts";

/** A table of the engine, or a part of one, that keeps a difference from one transaction to the next. */
export interface DifferenceTable {
  /** What it has, for FROM: without a name. */
  readonly rows: Query;
  /** Replaces what it has by a difference with the columns of labels, in the order in which the changes are written. */
  fill(difference: Query): Work<void>;
}

/** Of a difference, with those of labels. */
export const DIFFERENCE_COLUMNS = [
  "pet_id",
  "quantity_before",
  "quantity_after",
  "status_before",
  "status_after",
  "previous",
  "relabelled",
  "label_previous",
  "name",
  "kind",
  "code",
  "low",
] as const;

/** A table of the connection: each transaction must have the same one. */
export function temporaryTable(table: Query): DifferenceTable {
  return {
    rows: table,
    *fill(difference) {
      // Of an earlier attempt, which was refused.
      yield* execute(sql`DROP TABLE IF EXISTS ${table}`);
      yield* execute(sql`CREATE TEMP TABLE ${table} AS SELECT * FROM ${difference} ORDER BY pet_id`);
    },
  };
}

export interface StoredDifference {
  readonly table: DifferenceTable;
  readonly summary: Summary;
}

/** Throws like `summarizeStock`. */
export function* storeDifference(difference: Query, table: DifferenceTable): Work<StoredDifference> {
  yield* table.fill(difference);
  return { table, summary: yield* summarize(sql`${table.rows} AS difference`) };
}

/** All of it, of pets that have not changed since. */
export function asStored({ table, summary }: StoredDifference): ComparedDifference {
  return { query: sql`${table.rows} AS difference`, hasLabels: true, summary, recompared: undefined };
}

/** With `recompared` in place of the rows of `outdated`: pets that have changed since, at least one. */
export function* withRecompared(
  { table, summary }: StoredDifference,
  outdated: readonly bigint[],
  recompared: Query,
): Work<ComparedDifference> {
  const pets = sql`(${list(outdated)})`;
  const old = sql`(SELECT * FROM ${table.rows} AS outdated WHERE pet_id IN ${pets}) AS difference`;
  const others = minus(summary, yield* summarize(old));
  return {
    query: sql`(SELECT * FROM ${table.rows} AS others WHERE pet_id NOT IN ${pets}) AS difference`,
    hasLabels: true,
    summary: plus(others, yield* summarize(recompared)),
    recompared,
  };
}

/** Beyond so many movements since then, computing all again costs no more. */
const MOVEMENTS_MAX = 10_000;

/**
 * The pets that have changed after `at` up to `newest`; `among`: a further condition for an entry of the ledger. By their ids, so that
 * their rows are looked up and no table is read. Undefined: they are too many, or `at` is not in the history any more.
 */
export function* petsChangedSince(
  at: Position,
  newest: Position,
  among: Query,
): Work<readonly bigint[] | undefined> {
  const known = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision = ${at.revision} AND nonce = ${at.nonce}`);
  const since = sql`FROM ledger_entry WHERE revision > ${at.revision} AND revision <= ${newest.revision}`;
  const beyond = yield* rows(sql`SELECT 1 ${since} LIMIT 1 OFFSET ${MOVEMENTS_MAX}`);
  if (known.length === 0 || beyond.length > 0) return undefined;
  const changed = yield* rows(sql<{ pet_id: bigint }>`SELECT DISTINCT pet_id ${since} ${among}`);
  return changed.map(({ pet_id }) => pet_id);
}
