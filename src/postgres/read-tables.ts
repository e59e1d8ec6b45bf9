// Reads the tables of a copy (ledger/copy.ts) in the transaction of the connection.

import type { ReservedSQL } from "bun";
import type { OnRowBatch } from "../inventory/copy.ts";
import { readTables } from "../ledger/copy.ts";
import { runWork } from "./run-work.ts";
import { BY_KEY_PAGE_COST } from "./transaction-settings.ts";

/** By the index of each key: without statistics PostgreSQL might read and sort the whole table for each batch. */
export async function readTablesByKey(connection: ReservedSQL, onBatch: OnRowBatch): Promise<void> {
  await connection`SELECT set_config('random_page_cost', ${BY_KEY_PAGE_COST}, true)`;
  await readTables((work) => runWork(connection, work), onBatch);
  await connection`SET LOCAL random_page_cost TO DEFAULT`;
}
