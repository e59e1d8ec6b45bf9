// The table of idempotency records: the results that a repeated request gets. Read and written in the transactions of the
// writer, and only for groups with an `Idempotency-Key`.

import type { ReservedSQL, SQL } from "bun";
import type { CommitUnit } from "../inventory/commit-unit.ts";
import {
  type ExpiryResult,
  type ExpiredRange,
  NO_RECORDS,
  type IdempotencyKey,
  type IdempotencyRecord,
  isOfChangeSet,
  type StoredRecords,
} from "../inventory/idempotency.ts";
import { appliedChangesOf, textOfAppliedChanges } from "../inventory/recorded-result.ts";
import { pipelined } from "./run-work.ts";
import { itemOfRow, type ItemRow } from "./rows.ts";

interface RecordRow extends ItemRow {
  /** The result of a change set, whose record has no item. */
  result: string | null;
  scope: string;
  key: string;
  request: string;
  at: bigint;
  number: bigint;
}

/** The newest number of a scope, and a record that is `recordsMax` older than one that this group may write. */
interface CountRow {
  scope: string;
  newest: bigint;
  number: bigint | null;
  at: bigint | null;
}

/** Reads the records of the units' keys. Sends its statements before it returns. */
export async function findRecords(
  connection: ReservedSQL,
  units: readonly CommitUnit[],
  recordsMax: number,
): Promise<StoredRecords> {
  const named = units.flatMap(({ idempotencyKey: once }) => (once === undefined ? [] : [once]));
  if (named.length === 0) return NO_RECORDS;
  const [rows, counts] = await pipelined<[RecordRow[], CountRow[]]>(
    selectRecords(connection, named).execute(),
    selectCounts(connection, named, recordsMax).execute(),
  );
  const records = new Map(rows.map((row) => [nameOf(row.scope, row.key), recordOf(row)]));
  const newest = new Map(counts.map((row) => [row.scope, Number(row.newest)]));
  const times = new Map(counts.map((row) => [nameOf(row.scope, String(row.number)), row.at]));
  return {
    find: ({ scope, key }) => records.get(nameOf(scope, key)),
    newestOf: (scope) => newest.get(scope) ?? 0,
    timeOf(scope, number) {
      const at = times.get(nameOf(scope, String(number)));
      return at == null ? undefined : Number(at);
    },
  };
}

function selectRecords(connection: ReservedSQL, named: readonly IdempotencyKey[]): SQL.Query<RecordRow[]> {
  const keys = JSON.stringify(named.map(({ scope, key }) => ({ scope, key })));
  return connection`
    SELECT * FROM idempotency_record WHERE (scope, key) IN (
      SELECT scope, key FROM json_to_recordset(${keys}::text::json) AS named (scope text, key text)
    )`;
}

/** Reads one record for each change, however many are stored: LIMIT and ORDER BY make the planner use the index. */
function selectCounts(
  connection: ReservedSQL,
  named: readonly IdempotencyKey[],
  recordsMax: number,
): SQL.Query<CountRow[]> {
  const scopes = JSON.stringify([...new Set(named.map(({ scope }) => scope))].map((scope) => ({ scope })));
  return connection`
    WITH counted AS MATERIALIZED (
      SELECT scope, coalesce((
        SELECT number FROM idempotency_record WHERE scope = named.scope ORDER BY number DESC LIMIT 1
      ), 0) AS newest
      FROM json_to_recordset(${scopes}::text::json) AS named (scope text)
    )
    SELECT scope, newest, number, at FROM counted LEFT JOIN LATERAL (
      SELECT number, at FROM idempotency_record
      WHERE newest + ${named.length} > ${recordsMax}::bigint
        AND scope = counted.scope AND number > newest - ${recordsMax}::bigint
      ORDER BY number LIMIT ${named.length}
    ) AS oldest ON true`;
}

function recordOf(row: RecordRow): IdempotencyRecord {
  const { scope, key, request, at, number } = row;
  const result = row.result === null ? itemOfRow(row) : appliedChangesOf(row.result);
  return { scope, key, request, result, at: Number(at), number: Number(number) };
}

function nameOf(scope: string, key: string): string {
  return JSON.stringify([scope, key]);
}

/** Writes the records; each replaces an expired one of its key. Sends its statement before it returns. */
export async function writeRecords(
  connection: ReservedSQL,
  records: readonly IdempotencyRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = JSON.stringify(
    records.map(({ scope, key, request, result, at, number }) => ({
      scope,
      key,
      request,
      at,
      number,
      ...(isOfChangeSet(result)
        ? { result: textOfAppliedChanges(result) }
        : { pet_id: String(result.petId), quantity: result.quantity, status: result.status }),
    })),
  );
  await connection`
    INSERT INTO idempotency_record (scope, key, request, pet_id, quantity, status, at, number, result)
    SELECT * FROM json_to_recordset(${rows}::text::json) AS row (
      scope text, key text, request text, pet_id bigint, quantity integer, status text, at bigint, number bigint,
      result text
    )
    ON CONFLICT (scope, key) DO UPDATE SET
      request = excluded.request, pet_id = excluded.pet_id, quantity = excluded.quantity,
      status = excluded.status, at = excluded.at, number = excluded.number, result = excluded.result`.execute();
}

/**
 * Needs no lock of the writers. A writer may replace an expired record at the same time: its row is locked and skipped, so
 * that neither waits for the other; and each row is checked again once it is locked, so that a new record stays.
 */
export async function removeRecords(
  sql: ReservedSQL,
  { from, before, max }: ExpiredRange,
): Promise<ExpiryResult> {
  const [row] = await sql`
    WITH expired AS MATERIALIZED (
      SELECT scope, key FROM idempotency_record WHERE at >= ${from} AND at < ${before}
      ORDER BY at LIMIT ${max} FOR UPDATE SKIP LOCKED
    ), removed AS (
      DELETE FROM idempotency_record USING expired
      WHERE idempotency_record.scope = expired.scope AND idempotency_record.key = expired.key RETURNING at
    )
    SELECT count(*) AS removed, max(at) AS newest FROM removed`;
  const removed = Number(row.removed);
  return { removed, reached: removed < max ? Math.max(from, before) : Number(row.newest) };
}
