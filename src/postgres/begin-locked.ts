// Begins a transaction that changes the inventory. All of them lock one row, which puts them in an order. No commit changes
// that row (see newest-commit.ts).

import type { ReservedSQL } from "bun";
import { throwIfRetired } from "../inventory/retirement.ts";
import type { TimerClock } from "../inventory/clock.ts";
import { StoreError } from "../inventory/store-error.ts";
import { closeNow } from "./pool.ts";
import { noop, withDeadline } from "./deadline.ts";
import { NoReplyError } from "./errors.ts";
import { pipelined } from "./run-work.ts";
import { refuseNewer } from "./schema.ts";
import { type Preparation, prepareTransaction } from "./transaction-settings.ts";
import { retirementOf, type RetirementRow } from "./rows.ts";

type LockedRow = RetirementRow & { version: number };

export interface LockOptions extends Preparation {
  readonly clock: TimerClock;
  readonly lockTimeoutMs: number;
}

/**
 * Begins a transaction with the lock of all writers, and gives the reply to `next`. All statements are sent when it returns, those of
 * `next` without waiting for the lock (the driver sends a query when it is executed, not when it is made). Throws `retired` after
 * a move, `unusable` where a newer petstock has migrated the database: the caller rolls back. Throws NoReplyError, and
 * closes the connection.
 *
 * The lock has a statement of its own, so that the snapshots of later statements are younger than it. That holds in READ
 * COMMITTED, which the database's default may not be. The locking statement itself reads the schema's version. Its snapshot
 * is young enough, too: a migration locks the table, and PostgreSQL takes a statement's snapshot after its tables' locks.
 */
export async function beginLocked<T>(
  connection: ReservedSQL,
  { clock, lockTimeoutMs, byKey }: LockOptions,
  next: () => Promise<T>,
): Promise<T> {
  const begun = connection`BEGIN ISOLATION LEVEL READ COMMITTED`.execute();
  const prepared = prepareTransaction(connection, lockTimeoutMs, { byKey });
  const locked = connection`
    SELECT retired_at, moved_to, (SELECT version FROM petstock_version) AS version
    FROM write_lock FOR UPDATE`.execute();
  const replies = pipelined<[unknown, unknown, LockedRow[], T]>(begun, prepared, locked, next());
  replies.catch(noop);
  await withDeadline(clock, "beginMs", begun).catch((error: unknown) => {
    // Settles the statements behind it, too.
    if (error instanceof NoReplyError) void closeNow(connection);
    throw error;
  });
  const [, , [row], reply] = await replies;
  // The migration writes it, and nothing deletes it.
  if (row === undefined)
    throw new StoreError("unusable", "the database has lost the row that writers lock; restore a backup");
  refuseNewer(row.version);
  throwIfRetired(retirementOf(row));
  return reply;
}
