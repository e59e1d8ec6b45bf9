// Runs work on the ledger (ledger/sql.ts) in a transaction of PostgreSQL: a round trip for each statement.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import type { Query, Result, Work } from "../ledger/sql.ts";

/** Rejects with the driver's error, unless the work catches it. `cancel` cancels the statement that the server runs now. */
type RunningWork<T> = Promise<T> & { cancel(): void };

/** Runs work in the transaction of the connection; work of one statement needs none. */
export function runWork<T>(connection: ReservedSQL | TransactionSQL, work: Work<T>): RunningWork<T> {
  let running: SQL.Query<unknown> | undefined;
  // The session keeps the prepared statement, found by its text.
  const send = async (query: Query): Promise<Result> => {
    const { text, values } = query.bind("$n");
    const sent = connection.unsafe(text, [...values]);
    running = sent;
    const rows = await sent;
    return { rows, changes: rows.count };
  };
  return Object.assign(drive(work, send), { cancel: () => void running?.cancel() });
}

/** Sends a query at once, for a pipeline. */
export function sendQuery<Row>(
  connection: ReservedSQL | TransactionSQL,
  query: Query<Row>,
): SQL.Query<Row[] & { count: number }> {
  const { text, values } = query.bind("$n");
  return connection.unsafe(text, [...values]).execute();
}

async function drive<T>(work: Work<T>, send: (query: Query) => Promise<Result>): Promise<T> {
  let next = work.next();
  while (!next.done) {
    let result: Result;
    try {
      result = await send(next.value);
    } catch (error) {
      next = work.throw(error);
      continue;
    }
    next = work.next(result);
  }
  return next.value;
}

/**
 * All results of queries that were sent without waiting for replies, or the first failure. The server runs them in that order: a
 * failed statement fails all later ones of its transaction.
 */
export async function pipelined<T extends readonly unknown[]>(
  ...sent: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((each) => each.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as unknown as T;
}
