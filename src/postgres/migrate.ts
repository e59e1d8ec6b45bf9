// Migrates a database to the newest schema, and creates the tables of an empty one.

import type { SQL } from "bun";
import { steadyClock, type TimerClock } from "../inventory/clock.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { StoreError } from "../inventory/store-error.ts";
import { sleep } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { isLockTimeout, sqlState } from "./errors.ts";
import { type Migration, MIGRATIONS } from "./migrations.ts";
import { knownVersionOf, refuseOlder } from "./schema.ts";
import { prepareTransaction, READ_COMMITTED } from "./transaction-settings.ts";

/** The advisory lock of migrations: an arbitrary number that no other program in the database may use. */
export const MIGRATION_LOCK = 0x7065_7473;

const DUPLICATE_TABLE = "42P07";

/** The tables whose rows writers lock: of the inventory and of keys. A migration locks them before it changes anything. */
const LOCKED_TABLES = "write_lock, api_key_counter";

interface MigrationOptions {
  /** Default: all. Tests pass additional ones. */
  readonly migrations?: readonly Migration[];
  /** False: only creates the tables of an empty database, and throws `unusable` for an older schema. */
  readonly mayMigrate?: boolean;
  readonly clock?: TimerClock;
}

/**
 * Gives a database the newest schema, and returns the version that it had. Any number of servers may do so at the same time: an
 * advisory lock lets one migrate, and the others find it done. Throws `unusable` where the schema is newer than this program.
 */
export function migrate(
  sql: SQL,
  { migrations = MIGRATIONS, mayMigrate = true, clock = steadyClock }: MigrationOptions = {},
): Promise<number> {
  return retryWhileLocked(clock, async () => {
    const version = await knownVersionOf(sql, migrations);
    return version === migrations.length ? version : await migrateOnce(sql, migrations, mayMigrate);
  });
}

/** Runs `work` again while another transaction keeps a table that it alters; for a minute. */
export async function retryWhileLocked<T>(clock: TimerClock, work: () => Promise<T>): Promise<T> {
  for (const end = clock.now() + DEADLINES.migrationLockTimeoutMs; ;) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || clock.now() > end) throw error;
      await sleep(clock, "alterIntervalMs");
    }
  }
}

async function migrateOnce(sql: SQL, migrations: readonly Migration[], mayMigrate: boolean): Promise<number> {
  // In any other isolation, which may be the database's default, the version is read from a snapshot older than the lock.
  return await sql.begin(READ_COMMITTED, async (transaction) => {
    await prepareTransaction(transaction, DEADLINES.migrationLockTimeoutMs);
    await transaction`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    const version = await knownVersionOf(transaction, migrations);
    if (version === migrations.length) return version;
    if (!mayMigrate) refuseOlder(version);
    // Waits for the transactions that write; the next ones see the new schema (see beginLocked).
    if (version > 0) await transaction.unsafe(`LOCK TABLE ${LOCKED_TABLES} IN EXCLUSIVE MODE`);
    await transaction`SELECT set_config('lock_timeout', ${String(DEADLINES.alterLockTimeoutMs)}, true)`;
    for (const migration of migrations.slice(version)) {
      await transaction.unsafe(migration(makeNonce(), Date.now())).simple().catch(refuseForeignTables);
    }
    if (version === 0) await transaction`CREATE TABLE petstock_version (version integer NOT NULL)`;
    if (version === 0) await transaction`INSERT INTO petstock_version VALUES (${migrations.length})`;
    else await transaction`UPDATE petstock_version SET version = ${migrations.length}`;
    return version;
  });
}

function refuseForeignTables(error: unknown): never {
  if (sqlState(error) !== DUPLICATE_TABLE) throw error;
  throw new StoreError("unusable", `the database belongs to another program (${(error as Error).message})`, {
    cause: error,
  });
}
