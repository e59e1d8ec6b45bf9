// Where the inventory stands: the newest commit, at the end of the history. There is no row that says so by itself: each
// commit would leave a dead version of it behind, and while any session holds a snapshot none of them can be removed, so
// that every reader would step over all of them.

import type { ReservedSQL, SQL } from "bun";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { refuseStandby } from "./errors.ts";

export interface NewestRow {
  revision: bigint;
  nonce: string;
  standby: boolean;
}

/**
 * By the simple protocol, so that PostgreSQL plans it each time (25 µs): a prepared statement keeps the plan of its first
 * day, and while the history is a few rows long that plan reads the whole of it.
 */
export function selectNewest(sql: ReservedSQL): SQL.Query<NewestRow[]> {
  return sql
    .unsafe(
      "SELECT revision, nonce, pg_is_in_recovery() AS standby FROM commit_mark ORDER BY revision DESC LIMIT 1",
    )
    .simple();
}

/** Throws `unavailable` for a standby: it may lack what its primary acknowledged, so its answer is none. */
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
 * The revision of a commit that follows `from`, as a term of SQL: NULL, which the history refuses, unless `from` is the
 * newest commit still. The lock of all writers sees to that; this catches what gets around it, such as a database that was
 * replaced in the middle of a transaction.
 */
export function revisionAfter(sql: ReservedSQL, from: Position, revision: number): SQL.Query<unknown> {
  return sql`(
    SELECT ${revision}::bigint FROM (
      SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1
    ) AS newest WHERE newest.revision = ${from.revision} AND newest.nonce = ${from.nonce}
  )`;
}
