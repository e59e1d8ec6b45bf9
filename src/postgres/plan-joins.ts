// Sets how PostgreSQL reads and joins many rows. Its own choice depends on statistics, which are missing or old for rows that have
// just been written: it expects one row where there are a million, and looks up each of them.

import type { ReservedSQL, TransactionSQL } from "bun";
import { BY_KEY_PAGE_COST } from "./transaction-settings.ts";
import type { OnRowBatch } from "../inventory/copy.ts";
import { readTables } from "../ledger/copy.ts";
import { runWork } from "./run-work.ts";

/** About the size of a row of the inventory with its part of free space. */
const PET_BYTES = 100;
/** Reading the whole inventory costs as much as looking up this part of its rows by key. */
const READ_ALL_FROM = 1 / 4;

/**
 * For the statements of this transaction that join `rows` rows with the inventory: they are joined by hashing both where they
 * are a large part of it, else looked up by key. So no statement compares each row of one table with each of the other. The
 * connection keeps plans of statements, which were made for other numbers of rows: these are planned each time.
 */
export function planJoins(connection: ReservedSQL, rows: number): Promise<unknown> {
  const bytes = BigInt(Math.ceil((rows / READ_ALL_FROM) * PET_BYTES));
  const query = connection`
    SELECT set_config('plan_cache_mode', 'force_custom_plan', true),
      CASE WHEN pg_relation_size('inventory') < ${bytes}::bigint
        THEN set_config('enable_nestloop', 'off', true)
        ELSE set_config('random_page_cost', ${BY_KEY_PAGE_COST}, true) END`;
  return query.execute();
}

/**
 * For the statements of this transaction that join whole tables: by hashing or sorting. After an inventory was emptied and filled
 * again, the planner may expect one row of the ledger, and compare each of its rows with each pet.
 */
export function planWholeJoins(connection: ReservedSQL): Promise<unknown> {
  return connection`SELECT set_config('enable_nestloop', 'off', true)`.execute();
}

/** For the statements of this transaction that read rows by their keys, whatever the planner expects of the tables. */
export function planByKey(connection: ReservedSQL | TransactionSQL): Promise<unknown> {
  return connection`SELECT set_config('random_page_cost', ${BY_KEY_PAGE_COST}, true)`.execute();
}

/**
 * Reads the tables of a copy (ledger/copy.ts) in the transaction of the connection, by the index of each key: without statistics
 * PostgreSQL might read and sort the whole table for each batch.
 */
export async function readTablesByKey(connection: ReservedSQL, onBatch: OnRowBatch): Promise<void> {
  await planByKey(connection);
  await readTables((work) => runWork(connection, work), onBatch);
  await connection`SET LOCAL random_page_cost TO DEFAULT`;
}
