// How every transaction that writes begins: with the one row that all of them lock, so that they come in an order.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import type { Position } from "../inventory/store.ts";
import { inOrder } from "./pipeline.ts";

export type Head = Position;

interface HeadRow {
  revision: bigint;
  nonce: string;
}

/**
 * Sent in one go, in this order (a query of the runtime's client goes off when it is executed, not when it is made). The
 * statement that locks stands alone, so that whatever is read after it is younger than the lock: in this isolation, which
 * the database's default may not be.
 */
export async function beginLocked(connection: ReservedSQL, lockTimeoutMs: number): Promise<Head> {
  const begun = connection`BEGIN ISOLATION LEVEL READ COMMITTED`.execute();
  const prepared = prepareTransaction(connection, lockTimeoutMs);
  const locked = connection`SELECT revision, nonce FROM head FOR UPDATE`.execute();
  const [, , rows] = await inOrder<[unknown, unknown, HeadRow[]]>(begun, prepared, locked);
  return headOf(rows);
}

/**
 * A commit is on disk when it returns, whatever the server's or the role's defaults, and stronger ones stay. No timeout
 * may cancel it: a cancelled COMMIT that waits for a standby succeeds all the same, without the standby.
 */
export function prepareTransaction(
  connection: ReservedSQL | TransactionSQL,
  lockTimeoutMs: number,
): Promise<unknown> {
  const query = connection`
    SELECT set_config('lock_timeout', ${String(lockTimeoutMs)}, true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '10000', true),
      set_config('synchronous_commit',
        CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;
  return query.execute();
}

export async function readHead(sql: SQL | ReservedSQL | TransactionSQL): Promise<Head> {
  return headOf(await sql`SELECT revision, nonce FROM head`);
}

function headOf(rows: readonly HeadRow[]): Head {
  const [row] = rows;
  // The first migration writes it, and nothing ever deletes it.
  if (row === undefined) throw new Error("the database has lost its head row");
  return { revision: Number(row.revision), nonce: row.nonce };
}
