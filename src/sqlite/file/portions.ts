// Long work in transactions that are short, each with the write lock: other processes get it in between.

import type { Database } from "bun:sqlite";
import { translateErrors } from "../errors.ts";
import { commitOrRollBack } from "./lock.ts";
import { beginWriting, type WriteLock } from "./transaction.ts";

/** Rows of one transaction: some ten milliseconds. */
export const PORTION_ROWS = 10_000;
/** Longer than the pause of a waiting writer between two tries (lock.ts). */
const LOCK_YIELD_MS = 2;

export type PortionOptions = Pick<WriteLock, "path" | "lockTimeoutMs">;

/** One transaction. Blocks this thread; throws a StoreError. */
export function writePortion<T>(db: Database, options: PortionOptions, work: () => T): T {
  return translateErrors(options.path, () => {
    beginWriting(db, options);
    return commitOrRollBack(db, work);
  });
}

/** Between two transactions. */
export function yieldLock(): Promise<void> {
  return Bun.sleep(LOCK_YIELD_MS);
}
