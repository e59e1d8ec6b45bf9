// The size of the database, and how far the oldest snapshot lags behind. The server's disks are monitored on its host.

import type { ReservedSQL, SQL } from "bun";
import type { StorageUse } from "../inventory/maintenance.ts";
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
 * Snapshots of this database and of its standbys, replication slots and prepared transactions keep VACUUM from removing row
 * versions (https://www.postgresql.org/docs/current/routine-vacuuming.html). Every role may see these columns. The number of
 * records is the estimate of the last VACUUM or ANALYZE: counting them would read the table's dead rows.
 */
function selectUse(sql: ReservedSQL): SQL.Query<UseRow[]> {
  return sql`
    SELECT pg_database_size(current_database()) AS bytes, coalesce(max(age(xmin)), 0)::int8 AS lag,
      (SELECT greatest(reltuples, 0)::int8 FROM pg_class WHERE oid = 'idempotency_record'::regclass) AS records
    FROM (
      SELECT backend_xmin AS xmin FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND (datname = current_database() OR backend_type = 'walsender')
        -- A running VACUUM does not delay another one.
        AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
      UNION ALL SELECT xmin FROM pg_replication_slots
      UNION ALL SELECT transaction FROM pg_prepared_xacts WHERE database = current_database()
    ) AS held`;
}
