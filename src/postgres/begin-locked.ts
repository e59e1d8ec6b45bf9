// How every transaction that writes begins: with the one row that all of them lock, so that they come in an order. No
// commit changes that row (see newest-commit.ts).

import type { ReservedSQL } from "bun";
import { throwIfRetired } from "../inventory/retirement.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { NoReplyError } from "./connections.ts";
import { noop, withDeadline } from "./deadline.ts";
import { newestOf, type NewestRow, selectNewest } from "./newest-commit.ts";
import { pipelined } from "./pipeline.ts";
import { refuseNewer } from "./schema.ts";
import { type Preparation, prepareTransaction, retirementOf, type RetirementRow } from "./transaction.ts";

/** A BEGIN waits for nobody's lock, and so its answer tells at once whether the connection was lost meanwhile. */
const BEGIN_DEADLINE_MS = 2_000;

type LockedRow = RetirementRow & { version: number };

/**
 * Sent in one go, in this order (a query of the runtime's client goes off when it is executed, not when it is made). The
 * statement that locks stands alone, so that whatever is read after it is younger than the lock: in this isolation, which
 * the database's default may not be. Gives the newest commit, which is read like that. Throws `retired` where the inventory
 * has moved, `unusable` where a newer petstock has taken over: it is for the caller to roll back; NoAnswer where the
 * connection is silent, which is closed then.
 *
 * The schema's version is read by that statement itself. It is not too old all the same: a migration locks the table, and
 * PostgreSQL takes a statement's snapshot when it has its tables' locks.
 */
export async function beginLocked(
  connection: ReservedSQL,
  lockTimeoutMs: number,
  preparation?: Preparation,
): Promise<Position> {
  const begun = connection`BEGIN ISOLATION LEVEL READ COMMITTED`.execute();
  const prepared = prepareTransaction(connection, lockTimeoutMs, preparation);
  const locked = connection`
    SELECT retired_at, moved_to, (SELECT version FROM petstock_schema) AS version
    FROM write_lock FOR UPDATE`.execute();
  const newest = selectNewest(connection).execute();
  const answered = pipelined<[unknown, unknown, LockedRow[], NewestRow[]]>(begun, prepared, locked, newest);
  answered.catch(noop);
  await withDeadline(BEGIN_DEADLINE_MS, begun, () => {
    // Ends what was sent behind it, too.
    void connection.close({ timeout: 0 }).catch(noop);
    return new NoReplyError(BEGIN_DEADLINE_MS);
  });
  const [, , [row], commits] = await answered;
  // The migration writes it, and nothing ever deletes it.
  if (row === undefined)
    throw new StoreError("unusable", "the database has lost the row that writers lock; restore a backup");
  refuseNewer(row.version);
  throwIfRetired(retirementOf(row));
  return newestOf(commits);
}
