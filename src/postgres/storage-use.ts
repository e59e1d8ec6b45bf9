// The room that the database takes on its server, and how far the oldest snapshot lags behind. Size and free room of the
// server's disks are its host's to tell.

import type { ReservedSQL, SQL } from "bun";
import type { StorageUse } from "../inventory/storage-use.ts";
import type { Primary } from "./primary.ts";

interface UseRow {
  bytes: bigint;
  lag: bigint;
  records: bigint;
}

export async function storageUse(primary: Primary): Promise<StorageUse> {
  const [row] = await primary.query("tasks", "lookupAttemptsMs", selectUse);
  if (row === undefined) throw new Error("PostgreSQL answered without a row");
  return {
    databaseBytes: Number(row.bytes),
    oldestSnapshotTransactions: Number(row.lag),
    idempotencyRecords: Number(row.records),
  };
}

/**
 * What keeps VACUUM from removing row versions: snapshots of this database and of its standbys, replication slots and
 * prepared transactions (https://www.postgresql.org/docs/current/routine-vacuuming.html). Every role may see these columns.
 * Records are counted as VACUUM and ANALYZE last saw them: a look at the table would search over its dead rows.
 */
function selectUse(sql: ReservedSQL): SQL.Query<UseRow[]> {
  return sql`
    SELECT pg_database_size(current_database()) AS bytes, coalesce(max(age(xmin)), 0)::int8 AS lag,
      (SELECT greatest(reltuples, 0)::int8 FROM pg_class WHERE oid = 'once_record'::regclass) AS records
    FROM (
      SELECT backend_xmin AS xmin FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND (datname = current_database() OR backend_type = 'walsender')
        -- One VACUUM holds back no other.
        AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
      UNION ALL SELECT xmin FROM pg_replication_slots
      UNION ALL SELECT transaction FROM pg_prepared_xacts WHERE database = current_database()
    ) AS held`;
}
