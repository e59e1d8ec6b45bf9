// What became of a commit whose connection broke before the answer.

import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { Primary } from "./primary.ts";
import { prepareTransaction } from "./transaction.ts";

/** How long it is looked into. */
const DEADLINE_MS = 5_000;
const INTERVAL_MS = 100;

/**
 * Whether a commit is in the history. The holder of the lock knows: the transaction that wrote the mark had it, and
 * ended, one way or the other, before it could be had again. The lock is written to the log, and so this transaction
 * ends when a synchronous standby has all that came before. Undefined where no server answered in time.
 */
export async function resolveInDoubt(
  primary: Primary,
  { revision, nonce }: Position,
): Promise<boolean | undefined> {
  const deadline = performance.now() + DEADLINE_MS;
  while (performance.now() < deadline) {
    try {
      return await primary.withRetry("tasks", DEADLINE_MS, (asked) =>
        // Whatever the database's defaults: one that only reads by now refuses the lock to any other transaction.
        asked.begin("isolation level read committed read write", async (transaction) => {
          // Prepared as a write is, so that it ends where a write would: behind a standby that confirms it, too.
          await prepareTransaction(transaction, DEADLINE_MS);
          await transaction`SELECT 1 FROM write_lock FOR UPDATE`;
          const marks = await transaction`
            SELECT 1 FROM commit_mark WHERE revision = ${revision} AND nonce = ${nonce}`;
          return marks.length > 0;
        }),
      );
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    }
  }
  return undefined;
}
