// Prepared statements behind a pooler. One that gives each transaction another session (PgBouncer's transaction mode) loses
// them, unless it keeps track of them itself: then lists fail now and then, and always under load.

import type { SQL } from "bun";
import { connect } from "./connections.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isStatementLost } from "./errors.ts";
import { serverSilent, HEALTH_CHECK_DEADLINE_MS } from "./health-check.ts";

/**
 * Throws the server's own refusal (42P05, 26000; see errors.ts) where a statement does not outlast its transaction. `first` is
 * one connection to the server at this address.
 *
 * Such a pooler lends the session that became free last. So a second connection gets the one in which the first has just
 * prepared its statement, and where it keeps that in a transaction of its own, the first gets another. Where others take
 * sessions at the same time this may find nothing; then the statements of the service meet the same refusal later.
 */
export async function ensureStatementsLast(first: SQL, url: string): Promise<void> {
  if (new URL(url).searchParams.get("prepare") === "false") return;
  const second = connect(url, 1);
  const tried = async () => {
    await prepared(first);
    // It ends with its connection.
    await second`BEGIN`.simple();
    await prepared(second);
    await prepared(first);
  };
  try {
    await withDeadline(HEALTH_CHECK_DEADLINE_MS, tried(), serverSilent);
  } catch (error) {
    // A server that has no second connection for us, or takes long, says nothing of statements.
    if (isStatementLost(error)) throw error;
  } finally {
    void second.close({ timeout: 0 }).catch(noop);
  }
}

function prepared(sql: SQL): Promise<unknown> {
  return sql`SELECT 1 AS statements_last`.execute();
}
