// Reads the tables of a copy (ledger/copy.ts) in the transaction of the connection.

import type { ReservedSQL } from "bun";
import type { OnRowBatch } from "../inventory/copy.ts";
import { readTables } from "../ledger/copy.ts";
import { runWork } from "./run-work.ts";
import { planByKey } from "./plan-joins.ts";

/** By the index of each key: without statistics PostgreSQL might read and sort the whole table for each batch. */
export async function readTablesByKey(connection: ReservedSQL, onBatch: OnRowBatch): Promise<void> {
  await planByKey(connection);
  await readTables((work) => runWork(connection, work), onBatch);
  await connection`SET LOCAL random_page_cost TO DEFAULT`;
}
