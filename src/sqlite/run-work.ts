// Runs work on the ledger (ledger/sql.ts) in a transaction of SQLite: to its end, without returning to the event loop.

import type { Database } from "bun:sqlite";
import type { Query, Result, Work } from "../ledger/sql.ts";

/** In the transaction of the connection. Throws what SQLite throws, unless the work catches it. */
export function runWork<T>(db: Database, work: Work<T>): T {
  let next = work.next();
  while (!next.done) {
    let result: Result;
    try {
      result = send(db, next.value);
    } catch (error) {
      next = work.throw(error);
      continue;
    }
    next = work.next(result);
  }
  return next.value;
}

/** The connection keeps the prepared statement, found by its text. */
function send(db: Database, query: Query): Result {
  const { text, values } = query.bind("?");
  const statement = db.query(text);
  if (statement.columnNames.length > 0) return { rows: statement.all(...values), changes: 0 };
  return { rows: [], changes: statement.run(...values).changes };
}
