// Retires a database, or takes that back: one row, under the lock of all writers. Changes of keys do not take that
// lock, which an import may hold for long; they lock their own counter, and a retirement takes both.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import { type Retirement, throwIfRetired, throwIfRetiredElsewhere } from "../inventory/retirement.ts";
import { DEADLINES, type Wait } from "./deadlines.ts";
import type { Primary } from "./primary.ts";
import { ensureKnown } from "./schema.ts";
import { retirementOf, type RetirementRow } from "./rows.ts";
import { shortTransaction } from "./transactions.ts";

/** Throws `retired` where the inventory has moved elsewhere already. */
export function retire(primary: Primary, lockTimeoutMs: number, retirement: Retirement): Promise<void> {
  return primary.withRetry("tasks", rowChange(2 * lockTimeoutMs), (connection) =>
    shortTransaction(connection, { lockTimeoutMs }, async (transaction) => {
      await transaction`SELECT 1 FROM write_lock FOR UPDATE`;
      await transaction`SELECT 1 FROM api_key_counter FOR UPDATE`;
      await ensureKnown(transaction);
      throwIfRetiredElsewhere(await readRetirement(transaction), retirement);
      await transaction`UPDATE write_lock SET retired_at = ${retirement.at}, moved_to = ${retirement.to}`;
    }),
  );
}

/** Takes back this retirement; another one stays. */
export async function unretire(
  primary: Primary,
  lockTimeoutMs: number,
  { at, to }: Retirement,
): Promise<void> {
  await primary.withRetry("tasks", rowChange(lockTimeoutMs), (connection) =>
    shortTransaction(connection, { lockTimeoutMs }, async (transaction) => {
      await transaction`SELECT 1 FROM write_lock FOR UPDATE`;
      await ensureKnown(transaction);
      await transaction`
        UPDATE write_lock SET retired_at = NULL, moved_to = NULL WHERE retired_at = ${at} AND moved_to = ${to}`;
    }),
  );
}

function rowChange(lockTimeoutMs: number): Wait {
  return { name: "rowChangeMs", ms: lockTimeoutMs + DEADLINES.rowChangeMs };
}

export function selectRetirement(sql: ReservedSQL | TransactionSQL): SQL.Query<RetirementRow[]> {
  return sql`SELECT retired_at, moved_to FROM write_lock`;
}

async function readRetirement(sql: ReservedSQL | TransactionSQL): Promise<Retirement | undefined> {
  const [row] = await selectRetirement(sql);
  return row && retirementOf(row);
}

/** Locks the keys' counter, which excludes a retirement. Throws `retired` where the inventory has moved. */
export async function lockKeys(transaction: ReservedSQL | TransactionSQL): Promise<void> {
  await transaction`SELECT 1 FROM api_key_counter FOR UPDATE`;
  // In statements of their own, so that their snapshots are younger than the lock.
  await ensureKnown(transaction);
  throwIfRetired(await readRetirement(transaction));
}
