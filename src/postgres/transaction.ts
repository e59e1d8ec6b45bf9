// Settings of the transactions that write, and the short ones that change a row or two.

import type { ReservedSQL, TransactionSQL } from "bun";
import type { Retirement } from "../inventory/retirement.ts";
import { DEADLINES } from "./deadlines.ts";

/** For transactions that the driver begins, whatever the database's default. */
export const READ_COMMITTED = "isolation level read committed";

export interface Preparation {
  /**
   * The transaction reads only rows by their keys, and is planned so. A connection keeps its plans, and a plan for a table
   * of a few rows would read the whole table when it has a million.
   */
  readonly byKey?: boolean | undefined;
}

/** `random_page_cost` for reads by key: so small that an index is cheaper than a single page of a table. */
export const BY_KEY_PAGE_COST = "0.01";

export interface RetirementRow {
  retired_at: bigint | null;
  moved_to: string | null;
}

/**
 * A short transaction on rows of its own, without the lock of all writers. `connection` is borrowed under a deadline (see
 * Primary.withRetry), which covers all of it.
 */
export function shortTransaction<T>(
  connection: ReservedSQL,
  { lockTimeoutMs, mode = READ_COMMITTED }: { lockTimeoutMs: number; mode?: string },
  work: (transaction: TransactionSQL) => Promise<T>,
): Promise<T> {
  return connection.begin(mode, async (transaction) => {
    await prepareTransaction(transaction, lockTimeoutMs);
    return work(transaction);
  });
}

/**
 * Settings for a transaction that writes. Its commit is on disk when COMMIT returns, whatever the defaults of server and
 * role; stronger defaults stay. No timeout may cancel it: a cancelled COMMIT that waits for a standby succeeds all the
 * same, without the standby.
 */
export function prepareTransaction(
  connection: ReservedSQL | TransactionSQL,
  lockTimeoutMs: number,
  { byKey = false }: Preparation = {},
): Promise<unknown> {
  const query = connection`
    SELECT set_config('lock_timeout', ${String(lockTimeoutMs)}, true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', ${String(DEADLINES.idleTransactionMs)}, true),
      set_config('random_page_cost', coalesce(${byKey ? BY_KEY_PAGE_COST : null}, current_setting('random_page_cost')), true),
      set_config('synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;
  return query.execute();
}

export function retirementOf({ retired_at: at, moved_to: to }: RetirementRow): Retirement | undefined {
  return at === null || to === null ? undefined : { at: Number(at), to };
}
