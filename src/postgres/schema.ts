// Tells which schema a database has, and refuses those that this program does not work with.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import { developmentSchema, newerSchema, olderSchema } from "../inventory/store-error.ts";
import { DEADLINES } from "./deadlines.ts";
import { MIGRATIONS } from "./migrations.ts";

/** The version of the database's schema; 0 without our tables. Throws `unusable` for one that is newer than this program. */
export async function findVersion(sql: SQL): Promise<number> {
  if (!(await hasVersionTable(sql))) return 0;
  const version = await versionUnlessLocked(sql);
  refuseNewer(version);
  return version;
}

/** The version of a migrated database, in one round trip. Throws where its table stays locked. */
export async function versionUnlessLocked(sql: SQL | ReservedSQL): Promise<number> {
  const results = await sql
    .unsafe(
      `SELECT set_config('lock_timeout', '${DEADLINES.versionLockTimeoutMs}', true); SELECT version FROM petstock_version`,
    )
    .simple();
  return results[1][0].version;
}

type AnySql = SQL | ReservedSQL | TransactionSQL;

/** Throws `unusable` where the schema is newer than this program. Call it under the lock of a writer. */
export async function ensureKnown(sql: AnySql): Promise<void> {
  await knownVersionOf(sql);
}

/** Throws `unusable` for the version of a newer program. */
export function refuseNewer(version: number, { length: known } = MIGRATIONS): void {
  if (version > known) throw newerSchema("the database", version, known);
}

/** Throws `unusable` for the version of an older program; not for 0, which is that of an empty database. */
export function refuseOlder(version: number): void {
  if (version > 0 && version < MIGRATIONS.length)
    throw olderSchema("the database", version, MIGRATIONS.length);
}

export async function knownVersionOf(sql: AnySql, migrations = MIGRATIONS): Promise<number> {
  const version = await versionOf(sql);
  refuseNewer(version, migrations);
  return version;
}

/**
 * 0 for a database without our tables. Not by to_regclass: the session's cache of names lacks a table that another server
 * made while this one waited for the lock.
 */
async function versionOf(sql: AnySql): Promise<number> {
  if (!(await hasVersionTable(sql))) return 0;
  const [{ version }] = await sql`SELECT version FROM petstock_version`;
  return version;
}

/** Throws `unusable` for a database of a build before the first release, which named its table of the version otherwise. */
async function hasVersionTable(sql: AnySql): Promise<boolean> {
  const tables = await sql`
    SELECT relname FROM pg_class
    WHERE relname IN ('petstock_version', 'petstock_schema') AND relkind = 'r' AND pg_table_is_visible(oid)`;
  const names = tables.map(({ relname }: { relname: string }) => relname);
  if (names.includes("petstock_schema")) throw developmentSchema("the database");
  return names.includes("petstock_version");
}
