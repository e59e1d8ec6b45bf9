// Writes the rows of a revision that changes many pets (ledger/difference.ts).

import { execute, type Query, sql, type Work } from "../ledger/sql.ts";
import type { PutRows } from "../ledger/difference.ts";

/** Upserts: UPDATE … FROM collects all rows first, and takes twice as long. */
export const upsertRows: PutRows = {
  stock(_, revision) {
    return withoutChecks(sql`
      INSERT INTO inventory (pet_id, quantity, status, revision, removed)
      SELECT pet_id, quantity_after, status_after, revision, 0 FROM ledger_entry
      WHERE revision = ${revision} AND quantity_after IS NOT NULL
      ON CONFLICT (pet_id) DO UPDATE SET
        quantity = excluded.quantity, status = excluded.status, revision = excluded.revision, removed = 0`);
  },
  pets(rows) {
    // WHERE true: without it SQLite's parser takes ON for a join condition (https://sqlite.org/lang_upsert.html).
    return withoutChecks(sql`
      INSERT INTO inventory (pet_id, quantity, status, revision, removed, label_revision)
      SELECT pet_id, quantity, status, revision, removed, label_revision FROM ${rows} AS pets WHERE true
      ON CONFLICT (pet_id) DO UPDATE SET
        quantity = excluded.quantity, status = excluded.status, revision = excluded.revision,
        removed = excluded.removed, label_revision = excluded.label_revision`);
  },
};

/** That of the status takes longer than the rest; the caller has checked all values at once. */
function* withoutChecks(statement: Query): Work<void> {
  yield* execute(sql`PRAGMA ignore_check_constraints = 1`);
  try {
    yield* execute(statement);
  } finally {
    yield* execute(sql`PRAGMA ignore_check_constraints = 0`);
  }
}
