// Writes the stock of a revision with many movements (ledger/difference.ts).

import { execute, sql, type Work } from "../ledger/sql.ts";
import type { PutStock } from "../ledger/difference.ts";

/**
 * Replaces whole rows: UPDATE … FROM collects all of them first, and takes twice as long. Without the checks of the columns, as
 * that of the status takes longer than the rest; the caller has checked all values at once.
 */
export const replaceStock: PutStock = function* (_, revision): Work<void> {
  yield* execute(sql`PRAGMA ignore_check_constraints = 1`);
  try {
    yield* execute(sql`
      INSERT OR REPLACE INTO inventory (pet_id, quantity, status, revision, removed)
      SELECT pet_id, quantity_after, status_after, revision, 0 FROM ledger_entry
      WHERE revision = ${revision} AND quantity_after IS NOT NULL`);
  } finally {
    yield* execute(sql`PRAGMA ignore_check_constraints = 0`);
  }
};
