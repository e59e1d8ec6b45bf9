// The settings of transactions that write.

import type { ReservedSQL, TransactionSQL } from "bun";
import { DEADLINES } from "./deadlines.ts";

/** For transactions that the driver begins, whatever the database's default. */
export const READ_COMMITTED = "isolation level read committed";

export interface Preparation {
  /**
   * The transaction reads only rows by their keys, and is planned so. A connection keeps its plans, and a plan for a table
   * of a few rows would read the whole table when it has a million. Each statement is planned once, whatever its values.
   */
  readonly byKey?: boolean | undefined;
}

/** `random_page_cost` for reads by key: so small that an index is cheaper than a single page of a table. */
export const BY_KEY_PAGE_COST = "0.01";

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
      set_config('plan_cache_mode',
        coalesce(${byKey ? "force_generic_plan" : null}, current_setting('plan_cache_mode')), true),
      set_config('synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;
  return query.execute();
}
