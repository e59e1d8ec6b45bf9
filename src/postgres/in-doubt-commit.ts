// Finds out whether a commit happened whose connection broke before the reply.

import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { sleep } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import type { Primary } from "./primary.ts";
import { shortTransaction } from "./transactions.ts";

/**
 * Whether a commit is in the history; undefined where no server replied in time. The holder of the lock can tell: the
 * transaction in doubt held it, and has ended by the time this one gets it. Taking the lock writes to the log, so this
 * transaction ends when a synchronous standby has everything before it.
 */
export async function resolveInDoubt(primary: Primary, mark: Position): Promise<boolean | undefined> {
  const { clock } = primary;
  const end = clock.now() + DEADLINES.inDoubtMs;
  while (clock.now() < end) {
    try {
      return await isInHistory(primary, mark);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      await sleep(clock, "inDoubtIntervalMs");
    }
  }
  return undefined;
}

function isInHistory(primary: Primary, { revision, nonce }: Position): Promise<boolean> {
  const lockTimeoutMs = DEADLINES.inDoubtMs;
  // In a database that is read-only by now, any other transaction would be refused the lock.
  const mode = "isolation level read committed read write";
  return primary.withRetry("tasks", "inDoubtMs", (connection) =>
    shortTransaction(connection, { lockTimeoutMs, mode }, async (transaction) => {
      await transaction`SELECT 1 FROM write_lock FOR UPDATE`;
      const marks = await transaction`
        SELECT 1 FROM commit_mark WHERE revision = ${revision} AND nonce = ${nonce}`;
      return marks.length > 0;
    }),
  );
}
