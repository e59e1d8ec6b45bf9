// A transaction without the lock of all that write, which nobody waits for.

import type { TransactionSQL } from "bun";
import type { Primary } from "./primary.ts";
import { READ_COMMITTED } from "./transaction.ts";

type Work<T> = (transaction: TransactionSQL) => Promise<T>;

/** Reads one snapshot of the database. */
export function inSnapshot<T>(primary: Primary, work: Work<T>): Promise<T> {
  return begun(primary, "isolation level repeatable read read only", work);
}

/** For changes that no other transaction asks for. */
export function withoutLock<T>(primary: Primary, work: Work<T>): Promise<T> {
  return begun(primary, READ_COMMITTED, work);
}

/** Not repeated where its connection breaks: something may have been handed out already. Throws a StoreError. */
async function begun<T>(primary: Primary, mode: string, work: Work<T>): Promise<T> {
  const { connections } = primary;
  try {
    return await connections.orLost(
      connections.works.begin(mode, async (transaction) => {
        // A limit that the server has for statements of others is none for work on everything.
        await transaction`SELECT set_config('statement_timeout', '0', true)`;
        return work(transaction);
      }),
    );
  } catch (error) {
    throw primary.blame(error, connections);
  }
}
