// The write lock, shared with other processes on the file. SQLite's busy handler sleeps longer after each try, so that the
// process that has waited longest is the least likely to get the lock; here every process tries again after about 1 ms.

import type { Database, Statement } from "bun:sqlite";
import { steadyClock } from "../../inventory/clock.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { RESULT, resultCode } from "../errors.ts";

/** Longest pause between two tries: short compared to a commit, long compared to a try. */
const PAUSE_MS_MAX = 1;

const neverNotified = new Int32Array(new SharedArrayBuffer(4));

interface Boundaries {
  readonly begin: Statement;
  readonly commit: Statement;
}

const boundariesByConnection = new WeakMap<Database, Boundaries>();

/** The statements around a transaction, prepared once for each connection: parsing them again takes a lone client's update 5% more time. */
function boundariesOf(db: Database): Boundaries {
  let boundaries = boundariesByConnection.get(db);
  if (boundaries === undefined) {
    boundaries = { begin: db.prepare("BEGIN IMMEDIATE"), commit: db.prepare("COMMIT") };
    boundariesByConnection.set(db, boundaries);
  }
  return boundaries;
}

/** Sleeps; blocks this thread. */
export function sleepSync(ms: number): void {
  Atomics.wait(neverNotified, 0, 0, ms);
}

/** Begins a transaction with the write lock. Blocks this thread; throws `unavailable` `lockTimeoutMs` after `since`. */
export function beginImmediate(db: Database, lockTimeoutMs: number, since?: number): void {
  const { begin } = boundariesOf(db);
  retryWhileBusy(lockTimeoutMs, () => begin.run(), since);
}

/**
 * Runs `work`, again as long as the database is locked. Blocks this thread; throws `unavailable` `timeoutMs` after `since`, by
 * the steady clock (default: now).
 */
export function retryWhileBusy<T>(timeoutMs: number, work: () => T, since = steadyClock.now()): T {
  const deadline = since + timeoutMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (resultCode(error) !== RESULT.BUSY) throw error;
      if (steadyClock.now() >= deadline) {
        const message = `another process kept the database locked for ${timeoutMs} ms`;
        throw new StoreError("unavailable", message, { cause: error });
      }
      // Random, so that two waiting processes do not stay in step.
      sleepSync(PAUSE_MS_MAX * (0.2 + 0.8 * Math.random()));
    }
  }
}

/** Runs `work` in the transaction that the caller began, and commits; rolls back if anything throws. */
export function commitOrRollBack<T>(db: Database, work: () => T): T {
  try {
    const result = work();
    commit(db);
    return result;
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back already.
    if (db.inTransaction) db.run("ROLLBACK");
    throw error;
  }
}

/** Throws `outcome_unknown` on an I/O error. */
export function commit(db: Database): void {
  try {
    boundariesOf(db).commit.run();
  } catch (error) {
    // The log may have the whole transaction although its fsync failed: after a crash, recovery may apply it.
    if (resultCode(error) !== RESULT.IOERR) throw error;
    throw new StoreError("outcome_unknown", `the commit failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
