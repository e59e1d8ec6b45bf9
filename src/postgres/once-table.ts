// The results that are kept for whoever sends a change again, in the writer's transactions. Nothing here runs for a
// group in which no change has a key.

import type { ReservedSQL } from "bun";
import type { Change, Once } from "../inventory/change.ts";
import { ONCE_KEPT_MS, type OnceOf, type OnceRecord } from "../inventory/once.ts";
import { inOrder } from "./pipeline.ts";
import { itemOfRow, type ItemRow } from "./rows.ts";

/** How many expired records go for each one that is written: more than one, and so few that no commit pays for a day. */
const PRUNED_FOR_EACH = 2;

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

/** Writes the records, each over an expired one of its key, and removes some that have expired. Sent when called. */
export async function writeRecords(connection: ReservedSQL, records: readonly OnceRecord[]): Promise<void> {
  const [first] = records;
  if (first === undefined) return;
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
  const written = connection`
    INSERT INTO once_record
    SELECT * FROM json_to_recordset(${rows}::text::json) AS row (
      scope text, key text, request text, pet_id bigint, quantity integer, status text, at bigint
    )
    ON CONFLICT (scope, key) DO UPDATE SET
      request = excluded.request, pet_id = excluded.pet_id, quantity = excluded.quantity,
      status = excluded.status, at = excluded.at`.execute();
  const pruned = connection`
    DELETE FROM once_record WHERE (scope, key) IN (
      SELECT scope, key FROM once_record WHERE at < ${first.at - ONCE_KEPT_MS}
      ORDER BY at LIMIT ${PRUNED_FOR_EACH * records.length}
    )`.execute();
  await inOrder(written, pruned);
}
