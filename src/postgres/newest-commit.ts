// The newest commit: the last row of the history. It has no row of its own: each commit would leave a dead version of that
// row, and while any session holds a snapshot VACUUM removes none of them, so every reader would step over all of them.

import type { ReservedSQL, SQL } from "bun";
import type { Position } from "../inventory/position.ts";
import type { RunningTotals } from "../inventory/running-totals.ts";
import { StoreError } from "../inventory/store-error.ts";
import { refuseStandby } from "./errors.ts";

interface NewestRow {
  revision: bigint;
  nonce: string;
  standby: boolean;
}

/**
 * The simple protocol makes PostgreSQL plan it each time (25 µs). A prepared statement would keep its first plan, which for
 * a history of a few rows reads the whole table.
 */
export function selectNewest(sql: ReservedSQL): SQL.Query<NewestRow[]> {
  return sql
    .unsafe(
      "SELECT revision, nonce, pg_is_in_recovery() AS standby FROM commit_mark ORDER BY revision DESC LIMIT 1",
    )
    .simple();
}

/** The newest commit under the lock of all writers. */
export interface NewestCommit extends Position {
  /** ms since 1970. */
  readonly at: number;
  readonly totals: RunningTotals;
}

interface NewestCommitRow extends NewestRow {
  at: bigint;
  quantity: bigint;
  in_stock: bigint;
  available: bigint;
  pending: bigint;
  sold: bigint;
  total_in: bigint;
  total_out: bigint;
}

/**
 * The same with the totals, for transactions that write. Sends its statement before it returns. `byKey`: the transaction's
 * statements are planned so (see prepareTransaction), and a plan that is kept uses the index.
 */
export async function readNewestCommit(sql: ReservedSQL, { byKey = false } = {}): Promise<NewestCommit> {
  const query = sql<NewestCommitRow[]>`
    SELECT revision, nonce, at, pg_is_in_recovery() AS standby,
      quantity, in_stock, available, pending, sold, total_in, total_out
    FROM commit_mark ORDER BY revision DESC LIMIT 1`;
  return newestCommitOf(await (byKey ? query : query.simple()).execute());
}

function newestCommitOf(rows: readonly NewestCommitRow[]): NewestCommit {
  const position = newestOf(rows);
  const { at, quantity, available, pending, sold, ...row } = rows[0] as NewestCommitRow;
  const { in_stock: inStock, total_in: totalIn, total_out: totalOut } = row;
  const totals = { quantity, inStock, available, pending, sold, totalIn, totalOut };
  return { ...position, at: Number(at), totals };
}

/** Throws `unavailable` for a standby, which may lack commits that its primary has acknowledged. */
export function newestOf(rows: readonly NewestRow[]): Position {
  const [row] = rows;
  // The first migration writes one, and a prune leaves the newest.
  if (row === undefined)
    throw new StoreError("unusable", "the database has lost its commits; restore a backup");
  refuseStandby(row.standby);
  return { revision: Number(row.revision), nonce: row.nonce };
}

export async function readNewest(sql: ReservedSQL): Promise<Position> {
  return newestOf(await selectNewest(sql));
}

/**
 * The revision of a commit that follows `from`, as an SQL expression. It is NULL, which the table refuses, unless `from` is
 * still the newest commit. The lock of all writers ensures that; this detects what bypasses the lock, such as a database that
 * was replaced during the transaction.
 */
export function revisionAfter(sql: ReservedSQL, from: Position, revision: number): SQL.Query<unknown> {
  return sql`(
    SELECT ${revision}::bigint FROM (
      SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1
    ) AS newest WHERE newest.revision = ${from.revision} AND newest.nonce = ${from.nonce}
  )`;
}
