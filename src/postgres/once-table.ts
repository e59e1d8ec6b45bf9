// The results that are kept for whoever sends a change again, in the writer's transactions. Nothing here runs for a
// group in which no change has a key.

import type { ReservedSQL } from "bun";
import type { Change, Once } from "../inventory/change.ts";
import type { ExpiredPortion, ExpiredRange, OnceOf, OnceRecord } from "../inventory/once.ts";
import { itemOfRow, type ItemRow } from "./rows.ts";

interface RecordRow extends ItemRow {
  scope: string;
  key: string;
  request: string;
  at: bigint;
}

/** What the database has of the keys that the changes name. Sent when called. */
export async function findRecords(connection: ReservedSQL, changes: readonly Change[]): Promise<OnceOf> {
  const named = changes.flatMap(({ once }) => (once === undefined ? [] : [once]));
  if (named.length === 0) return () => undefined;
  const keys = JSON.stringify(named.map(({ scope, key }) => ({ scope, key })));
  const rows: RecordRow[] = await connection`
    SELECT * FROM once_record WHERE (scope, key) IN (
      SELECT scope, key FROM json_to_recordset(${keys}::text::json) AS named (scope text, key text)
    )`;
  return ({ scope, key }: Once) => {
    const row = rows.find((each) => each.scope === scope && each.key === key);
    return row && { scope, key, request: row.request, item: itemOfRow(row), at: Number(row.at) };
  };
}

/** Writes the records, each over an expired one of its key. Sent when called. */
export async function writeRecords(connection: ReservedSQL, records: readonly OnceRecord[]): Promise<void> {
  if (records.length === 0) return;
  const rows = JSON.stringify(
    records.map(({ scope, key, request, item, at }) => ({
      scope,
      key,
      request,
      pet_id: String(item.petId),
      quantity: item.quantity,
      status: item.status,
      at,
    })),
  );
  await connection`
    INSERT INTO once_record
    SELECT * FROM json_to_recordset(${rows}::text::json) AS row (
      scope text, key text, request text, pet_id bigint, quantity integer, status text, at bigint
    )
    ON CONFLICT (scope, key) DO UPDATE SET
      request = excluded.request, pet_id = excluded.pet_id, quantity = excluded.quantity,
      status = excluded.status, at = excluded.at`.execute();
}

/**
 * Without the lock of those that write. A writer may put a new record in an expired one's place meanwhile: that row is
 * skipped, so that neither waits for the other, and it is looked at again under its lock, so that the new one stays.
 */
export async function removeRecords(
  sql: ReservedSQL,
  { from, before, max }: ExpiredRange,
): Promise<ExpiredPortion> {
  const [row] = await sql`
    WITH expired AS MATERIALIZED (
      SELECT scope, key FROM once_record WHERE at >= ${from} AND at < ${before}
      ORDER BY at LIMIT ${max} FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM once_record USING expired
      WHERE once_record.scope = expired.scope AND once_record.key = expired.key RETURNING at
    )
    SELECT count(*) AS removed, max(at) AS newest FROM removed`;
  const removed = Number(row.removed);
  return { removed, reached: removed < max ? Math.max(from, before) : Number(row.newest) };
}
