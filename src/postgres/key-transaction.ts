// The transaction in which keys and hooks change: under the lock of the keys' counter, which an import does not hold.

import type { ReservedSQL } from "bun";
import { StoreError } from "../inventory/store-error.ts";
import type { Work } from "../ledger/sql.ts";
import { DEADLINES } from "./deadlines.ts";
import { isRefusal } from "./errors.ts";
import type { Primary } from "./primary.ts";
import { lockKeys } from "./retirement.ts";
import { runWork } from "./run-work.ts";
import { shortTransaction } from "./transactions.ts";

/** Never retried. Throws `outcome_unknown` where the connection was lost while only the commit was left. */
export async function changeKeys<T>(primary: Primary, work: Work<T>): Promise<T> {
  const { connections } = primary;
  let committing = false;
  const changing = (connection: ReservedSQL) =>
    shortTransaction(connection, { lockTimeoutMs: DEADLINES.keyLockMs }, async (transaction) => {
      await lockKeys(transaction);
      const result = await runWork(transaction, work);
      committing = true;
      return result;
    });
  try {
    // Room for each of its locks.
    const deadline = { name: "keyLockMs", ms: 3 * DEADLINES.keyLockMs } as const;
    return await connections.withConnection("keys", deadline, changing);
  } catch (error) {
    const known = primary.toStoreError(error, connections);
    if (!committing || isRefusal(error)) throw known;
    const words = "PostgreSQL: the connection broke in the commit of a change of keys or hooks";
    throw new StoreError("outcome_unknown", words, { cause: error });
  }
}
