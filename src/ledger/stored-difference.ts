// A difference in a temporary table, computed before the write lock is taken, so that under it nothing but the changes is written:
// those of labels are twice as many as those of stock.

import type { ComparedDifference } from "./difference.ts";
import { execute, type Query, sql, type Work } from "./sql.ts";
import { summarize, type Summary } from "./summary.ts";

export interface StoredDifference {
  readonly table: Query;
  readonly summary: Summary;
}

/**
 * Stores a difference with the columns of labels, in the order in which the changes are written. `table` is one of the engine's
 * temporary ones. Throws like `summarizeStock`.
 */
export function* storeDifference(difference: Query, table: Query): Work<StoredDifference> {
  // Of an earlier attempt, which was refused.
  yield* execute(sql`DROP TABLE IF EXISTS ${table}`);
  yield* execute(sql`CREATE TEMP TABLE ${table} AS SELECT * FROM ${difference} ORDER BY pet_id`);
  return { table, summary: yield* summarize(sql`${table} AS difference`) };
}

/** All of it, of pets that have not changed since. */
export function asStored({ table, summary }: StoredDifference): ComparedDifference {
  return { query: sql`${table} AS difference`, hasLabels: true, summary, recompared: undefined };
}
