// Brings a database to the newest schema, and tells which one it has.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import { makeNonce } from "../inventory/nonce.ts";
import { steadyClock } from "../inventory/clock.ts";
import { StoreError, developmentSchema, newerSchema } from "../inventory/store-error.ts";
import { sleep } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { isLockTimeout, sqlState } from "./errors.ts";
import { type Migration, MIGRATIONS } from "./migrations.ts";
import { prepareTransaction, READ_COMMITTED } from "./transaction-settings.ts";

/** The advisory lock of migrations: an arbitrary number that no other program in the database may use. */
const MIGRATION_LOCK = 0x7065_7473;

const DUPLICATE_TABLE = "42P07";

/** The tables whose rows writers lock: of the inventory and of keys. A migration locks them before it changes anything. */
const LOCKED_TABLES = "write_lock, api_key_counter";

/** Whether the database has the newest schema. Throws `unusable` where its schema is newer than this program. */
export async function isMigrated(sql: SQL): Promise<boolean> {
  if (!(await hasVersionTable(sql))) return false;
  const version = await versionUnlessLocked(sql);
  refuseNewer(version);
  return version === MIGRATIONS.length;
}

/** The version of a migrated database, in one round trip. Throws where its table stays locked. */
export async function versionUnlessLocked(sql: SQL): Promise<number> {
  const results = await sql
    .unsafe(
      `SELECT set_config('lock_timeout', '${DEADLINES.versionLockTimeoutMs}', true); SELECT version FROM petstock_version`,
    )
    .simple();
  return results[1][0].version;
}

/**
 * Migrates a database to the newest schema. Any number of servers may do so at the same time: an advisory lock lets one
 * migrate, and the others find it done. Throws `unusable` where the schema is newer than this program.
 */
export async function migrate(
  sql: SQL,
  { migrations = MIGRATIONS, clock = steadyClock } = {},
): Promise<void> {
  for (const end = clock.now() + DEADLINES.migrationLockTimeoutMs; ;) {
    try {
      if ((await knownVersionOf(sql, migrations)) === migrations.length) return;
      return await migrateOnce(sql, migrations);
    } catch (error) {
      if (!isLockTimeout(error) || clock.now() > end) throw error;
      await sleep(clock, "alterIntervalMs");
    }
  }
}

async function migrateOnce(sql: SQL, migrations: readonly Migration[]): Promise<void> {
  // In any other isolation, which may be the database's default, the version is read from a snapshot older than the lock.
  await sql.begin(READ_COMMITTED, async (transaction) => {
    await prepareTransaction(transaction, DEADLINES.migrationLockTimeoutMs);
    await transaction`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    const version = await knownVersionOf(transaction, migrations);
    if (version === migrations.length) return;
    // Waits for the transactions that write; the next ones see the new schema (see beginLocked).
    if (version > 0) await transaction.unsafe(`LOCK TABLE ${LOCKED_TABLES} IN EXCLUSIVE MODE`);
    await transaction`SELECT set_config('lock_timeout', ${String(DEADLINES.alterLockTimeoutMs)}, true)`;
    for (const migration of migrations.slice(version)) {
      await transaction.unsafe(migration(makeNonce(), Date.now())).simple().catch(refuseForeignTables);
    }
    if (version === 0) await transaction`CREATE TABLE petstock_version (version integer NOT NULL)`;
    if (version === 0) await transaction`INSERT INTO petstock_version VALUES (${migrations.length})`;
    else await transaction`UPDATE petstock_version SET version = ${migrations.length}`;
  });
}

function refuseForeignTables(error: unknown): never {
  if (sqlState(error) !== DUPLICATE_TABLE) throw error;
  throw new StoreError("unusable", `the database belongs to another program (${(error as Error).message})`, {
    cause: error,
  });
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

async function knownVersionOf(sql: AnySql, migrations = MIGRATIONS): Promise<number> {
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
