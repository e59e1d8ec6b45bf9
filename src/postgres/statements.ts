// Detects a pooler that loses prepared statements. In transaction mode PgBouncer gives each transaction another session;
// unless it tracks the statements itself, lists fail at random, and always under load.

import type { SQL } from "bun";
import type { TimerClock } from "../inventory/clock.ts";
import { closeNow, connect } from "./pool.ts";
import { withDeadline } from "./deadline.ts";
import { isStatementLost } from "./errors.ts";

/**
 * Throws the server's error (42P05, 26000; see errors.ts) where a prepared statement is lost after its transaction. `first`
 * is a connection to the server at this address.
 *
 * The pooler lends the session that became free last. So a second connection gets the session in which the first has just
 * prepared its statement, and keeps it in a transaction; the first then gets another session. While other clients take
 * sessions, this may find nothing; then the service's own statements fail with the same error later.
 */
export async function ensureStatementsLast(first: SQL, url: string, clock: TimerClock): Promise<void> {
  if (new URL(url).searchParams.get("prepare") === "false") return;
  const second = connect(url, 1);
  const check = async () => {
    await prepared(first);
    // Ends with its connection.
    await second`BEGIN`.simple();
    await prepared(second);
    await prepared(first);
  };
  try {
    await withDeadline(clock, "healthCheckMs", check());
  } catch (error) {
    // A refused or slow second connection proves nothing about statements.
    if (isStatementLost(error)) throw error;
  } finally {
    void closeNow(second);
  }
}

function prepared(sql: SQL): Promise<unknown> {
  return sql`SELECT 1 AS statements_last`.execute();
}
