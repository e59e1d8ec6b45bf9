// A transaction with the lock of all that write, for one piece of work, on a connection of its own.

import type { ReservedSQL } from "bun";
import { beginLocked } from "./begin-locked.ts";
import { noop } from "./deadline.ts";
import { isAnswer } from "./errors.ts";
import type { Primary } from "./primary.ts";
import { rollBack } from "./transaction.ts";
import { Watch } from "./watch.ts";

const CONNECTION_DEADLINE_MS = 5_000;

export interface OwnOptions {
  readonly primary: Primary;
  readonly lockTimeoutMs: number;
  /** What is committed, in words for whoever is told that nobody knows its fate. */
  readonly what: string;
}

/** Throws a StoreError: `retired` where the inventory has moved, `outcome_unknown` where the commit broke off. */
export async function inOwnTransaction<T>(
  { primary, lockTimeoutMs, what }: OwnOptions,
  work: (sql: ReservedSQL) => Promise<T>,
): Promise<T> {
  const { connections } = primary;
  try {
    const connection = await connections.reserve(connections.works, CONNECTION_DEADLINE_MS);
    try {
      await beginLocked(connection, lockTimeoutMs);
      const watch = await Watch.make(primary, connection);
      const result = await watch.over(work(connection));
      await watch.commit(connection, what);
      connection.release();
      return result;
    } catch (error) {
      if (isAnswer(error)) await rollBack(connection);
      else await connection.close({ timeout: 0 }).catch(noop);
      throw error;
    }
  } catch (error) {
    throw primary.blame(error, connections);
  }
}
