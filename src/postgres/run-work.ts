// Runs work on the ledger (ledger/sql.ts) in a transaction of PostgreSQL: a round trip for each statement.

import type { ReservedSQL, TransactionSQL } from "bun";
import type { Query, Result, Work } from "../ledger/sql.ts";

/** In the transaction of the connection. Rejects with the client's error, unless the work catches it. */
export async function runWork<T>(connection: ReservedSQL | TransactionSQL, work: Work<T>): Promise<T> {
  let next = work.next();
  while (!next.done) {
    let result: Result;
    try {
      result = await send(connection, next.value);
    } catch (error) {
      next = work.throw(error);
      continue;
    }
    next = work.next(result);
  }
  return next.value;
}

/** The session keeps the prepared statement, found by its text. */
async function send(connection: ReservedSQL | TransactionSQL, query: Query): Promise<Result> {
  const { text, values } = query.bind();
  const rows = await connection.unsafe(text, [...values]);
  return { rows, changes: rows.count };
}
