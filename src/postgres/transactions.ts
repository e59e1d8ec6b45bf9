// The kinds of transactions: one that reads a snapshot, those that write with or without the lock of all writers, and short
// ones that change a row or two.

import type { ReservedSQL, TransactionSQL } from "bun";
import type { Primary } from "./primary.ts";
import { Session, type Work } from "./session.ts";
import { prepareTransaction, READ_COMMITTED } from "./transaction-settings.ts";

/** Reads one snapshot of the database. Throws a StoreError, or the error of the caller's own code. */
export function readTransaction<T>(primary: Primary, work: Work<T>): Promise<T> {
  return inSession(primary, async (session) => {
    await session.beginRead();
    return session.run(work);
  });
}

/** Changes rows that no other transaction needs, without the lock of all writers. Throws like readTransaction. */
export function unlockedTransaction<T>(primary: Primary, work: Work<T>): Promise<T> {
  return inSession(primary, async (session) => {
    await session.beginUnlocked();
    const result = await session.run(work);
    await session.commitUnlocked();
    return result;
  });
}

interface LockedOptions {
  readonly primary: Primary;
  readonly lockTimeoutMs: number;
  /** The subject of the commit, for the message of `outcome_unknown`. */
  readonly what: string;
}

/** Changes the inventory. Throws a StoreError: `retired` after a move, `outcome_unknown` where the commit had no reply. */
export function lockedTransaction<T>(
  { primary, lockTimeoutMs, what }: LockedOptions,
  work: Work<T>,
): Promise<T> {
  return inSession(primary, async (session) => {
    await session.beginLocked(lockTimeoutMs);
    const result = await session.run(work);
    await session.commit(what);
    return result;
  });
}

/** Never repeated after a lost connection: rows may have been handed out already. */
async function inSession<T>(primary: Primary, work: (session: Session) => Promise<T>): Promise<T> {
  await using session = await Session.open(primary);
  return await session.ask(() => work(session));
}

/**
 * A short transaction on rows of its own, without the lock of all writers. `connection` is borrowed under a deadline (see
 * Primary.withRetry), which covers all of it.
 */
export function shortTransaction<T>(
  connection: ReservedSQL,
  { lockTimeoutMs, mode = READ_COMMITTED }: { lockTimeoutMs: number; mode?: string },
  work: (transaction: TransactionSQL) => Promise<T>,
): Promise<T> {
  return connection.begin(mode, async (transaction) => {
    await prepareTransaction(transaction, lockTimeoutMs);
    return work(transaction);
  });
}
