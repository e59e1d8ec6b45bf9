// The write lock, shared with the other processes on the file. SQLite's own waiting sleeps ever longer, so whoever
// waits longest is the least likely to get it; here everybody looks again after about a millisecond.

import type { Database } from "bun:sqlite";
import { steadyClock } from "../../inventory/ports.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { RESULT, resultCode } from "../errors.ts";

/** Longest pause between two tries: short beside a commit, long beside the try itself. */
const PAUSE_MS_MAX = 1;

const neverNotified = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread. */
export function sleepSync(ms: number): void {
  Atomics.wait(neverNotified, 0, 0, ms);
}

/** Begins a transaction with the write lock. Blocks this thread; throws `unavailable` `lockTimeoutMs` after `since`. */
export function beginImmediate(db: Database, lockTimeoutMs: number, since?: number): void {
  retryWhileBusy(lockTimeoutMs, () => db.run("BEGIN IMMEDIATE"), since);
}

/**
 * Does `work` again until the database is not locked, once at least. Blocks this thread; throws `unavailable` `timeoutMs`
 * after `since`, which is of the steady clock: now, where nobody has waited before.
 */
export function retryWhileBusy<T>(timeoutMs: number, work: () => T, since = steadyClock.now()): T {
  const deadline = since + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (resultCode(error) !== RESULT.BUSY) throw error;
      if (steadyClock.now() >= deadline) {
        const words = `another process kept the database locked for ${timeoutMs} ms`;
        throw new StoreError("unavailable", words, { cause: error });
      }
      // Random, so that two who wait do not keep step.
      sleepSync(PAUSE_MS_MAX * (0.2 + 0.8 * Math.random()));
    }
  }
}

/** Runs `work` in the transaction that was begun, and commits; rolls back where anything throws. */
export function commitOrRollBack<T>(db: Database, work: () => T): T {
  try {
    const result = work();
    commit(db);
    return result;
  } catch (error) {
    // Some failures (a full disk, for one) have rolled back already.
    if (db.inTransaction) db.run("ROLLBACK");
    throw error;
  }
}

/** Throws `outcome_unknown` where the disk failed. */
export function commit(db: Database): void {
  try {
    db.run("COMMIT");
  } catch (error) {
    // The log may hold the whole transaction although its fsync failed: a crash now could bring it to life.
    if (resultCode(error) !== RESULT.IOERR) throw error;
    throw new StoreError("outcome_unknown", `the commit failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
