// What the transactions that write have in common: how they are prepared, the row that all of them lock, how they end.

import type { ReservedSQL, TransactionSQL } from "bun";
import type { Retirement } from "../inventory/retirement.ts";
import { StoreError } from "../inventory/store-error.ts";
import { NoReplyError } from "./connections.ts";
import { noop, withDeadline } from "./deadline.ts";
import { isConnectionLost } from "./errors.ts";

/** Nothing waits for locks or disks in a ROLLBACK. */
const ROLLBACK_DEADLINE_MS = 500;

/** The same isolation, for transactions that the runtime's client begins. */
export const READ_COMMITTED = "isolation level read committed";

export interface Preparation {
  /**
   * Whether all that the transaction reads is some rows by their keys. Then it is planned so: a connection remembers its
   * plans, and one that was made for a table of a few rows would read all of it when there are a million.
   */
  readonly byKey?: boolean;
}

/** `random_page_cost` of what reads by keys: so small that an index is cheaper than a single page of a table. */
export const BY_KEY_PAGE_COST = "0.01";

export interface RetirementRow {
  retired_at: bigint | null;
  moved_to: string | null;
}

/** Throws `outcome_unknown` where the connection broke; `what` was to be committed, in words. */
export async function commit(connection: ReservedSQL, what: string): Promise<void> {
  try {
    const { command } = await connection`COMMIT`;
    if (command !== "COMMIT") throw new StoreError("unavailable", "PostgreSQL: the commit was refused");
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    const words = `PostgreSQL: the connection broke in the commit of ${what}`;
    throw new StoreError("outcome_unknown", words, { cause: error });
  }
}

/**
 * Ends a transaction that is to change nothing, and gives its connection back. What it came to is known by then, so nobody
 * waits for long: a connection that does not answer is closed.
 */
export async function rollBack(connection: ReservedSQL): Promise<void> {
  try {
    await withDeadline(
      ROLLBACK_DEADLINE_MS,
      connection`ROLLBACK`,
      () => new NoReplyError(ROLLBACK_DEADLINE_MS),
    );
    connection.release();
  } catch {
    await connection.close({ timeout: 0 }).catch(noop);
  }
}

/**
 * A commit is on disk when it returns, whatever the server's or the role's defaults, and stronger ones stay. No timeout
 * may cancel it: a cancelled COMMIT that waits for a standby succeeds all the same, without the standby.
 */
export function prepareTransaction(
  connection: ReservedSQL | TransactionSQL,
  lockTimeoutMs: number,
  { byKey = false }: Preparation = {},
): Promise<unknown> {
  const query = connection`
    SELECT set_config('lock_timeout', ${String(lockTimeoutMs)}, true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '10000', true),
      set_config('random_page_cost', coalesce(${byKey ? BY_KEY_PAGE_COST : null}, current_setting('random_page_cost')), true),
      set_config('synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;
  return query.execute();
}

export function retirementOf({ retired_at: at, moved_to: to }: RetirementRow): Retirement | undefined {
  return at === null || to === null ? undefined : { at: Number(at), to };
}
