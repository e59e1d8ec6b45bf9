// Opens stores, backups and compactions. The only file that knows the engines; a database address selects one.

import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { BUILD_COMMIT } from "./build.ts";
import { type DatabaseAddress, DEFAULT_DATABASE_PATH } from "./config.ts";
import { takeRightsFor } from "./files/rights.ts";
import type { Backups } from "./inventory/backups.ts";
import type { Compaction } from "./inventory/maintenance.ts";
import type { Log } from "./inventory/log.ts";
import type { Migrated, Migrator } from "./inventory/migration.ts";
import type { DatedChangeSet } from "./inventory/seed.ts";
import type { InventoryStore } from "./inventory/store.ts";
import { StoreError } from "./inventory/store-error.ts";
import { PostgresMigrator } from "./postgres/migrator.ts";
import { PostgresStore } from "./postgres/store.ts";
import { SqliteBackups } from "./sqlite/backup/backups.ts";
import { CHECKER, runChecker } from "./sqlite/backup/checker.ts";
import { SqliteCompaction } from "./sqlite/file/compaction.ts";
import { seedHistory } from "./sqlite/seed-history.ts";
import { SqliteMigrator } from "./sqlite/migrator.ts";
import { SqliteStore } from "./sqlite/store.ts";
import { sqliteVersion } from "./sqlite/file/connect.ts";

/** Version of the embedded engine. */
export function engineVersion(): string {
  return sqliteVersion();
}

interface StoreOptions {
  readonly database: DatabaseAddress;
  readonly lockTimeoutMs: number;
  /** Limit of idempotency records for each API key. */
  readonly recordsMax?: number;
  /** Create a missing SQLite database, or the tables in an empty PostgreSQL database, which must exist. */
  readonly create: boolean;
  /** Starts the writer thread; without it the embedded engine writes on the caller's thread. */
  readonly startWorker?: () => Worker;
  /** Only for a service: it migrates an older database, and retries while PostgreSQL is unavailable; a command fails instead. */
  readonly log?: Log;
}

/** Opens the engine that the address names. Throws a StoreError. */
export async function openStore({ database, log, ...options }: StoreOptions): Promise<InventoryStore> {
  if (database.engine === "postgres") {
    const { urls } = database;
    if (log === undefined)
      return PostgresStore.open({
        ...options,
        urls,
        retryOpen: false,
        schema: options.create ? "create" : "refuse",
      });
    const onMigrated = (migrated: Migrated) => logMigration(log, migrated);
    return PostgresStore.open({ ...options, urls, retryOpen: true, log, schema: "migrate", onMigrated });
  }
  const { path } = database;
  // A service drops root permanently, so that an attacker who takes over the process does not get it.
  takeRightsFor(path, { forGood: log !== undefined });
  if (options.startWorker !== undefined) refuseUnreadableProgram();
  if (options.create) makeDefaultFolder(path);
  if (log !== undefined)
    logMigration(log, await new SqliteMigrator({ path, lockTimeoutMs: options.lockTimeoutMs }).run());
  return SqliteStore.open({ path, ...options });
}

/** Migrates the database that the address names; a command's, without a service. */
export function openMigrator({
  database,
  lockTimeoutMs,
}: Pick<StoreOptions, "database" | "lockTimeoutMs">): Migrator {
  if (database.engine === "postgres") return new PostgresMigrator(database.urls);
  const { path } = database;
  takeRightsFor(path, { forGood: false });
  makeDefaultFolder(path);
  return new SqliteMigrator({ path, lockTimeoutMs });
}

function logMigration(log: Log, { from, to, durationMs, createdIndexes, failedIndexes }: Migrated): void {
  if (from > 0 && from < to) log.info("database_migrated", { from, to, durationMs });
  for (const { name, table } of createdIndexes) log.warn("index_created", { index: name, table });
  for (const { name, table, create, cause } of failedIndexes)
    log.warn("index_missing", { index: name, table, statement: `${create};`, cause });
}

/** Fills the default database, which is open, with a history of the past. False, and nothing was done, unless it was empty. */
export function seedDefaultDatabase(
  { lockTimeoutMs }: Pick<StoreOptions, "lockTimeoutMs">,
  history: readonly DatedChangeSet[],
): boolean {
  return seedHistory({ path: DEFAULT_DATABASE_PATH, lockTimeoutMs }, history);
}

/** Undefined for PostgreSQL, which has its own tools (inventory/backups.ts). */
export function openBackups({
  database,
  create,
  ...options
}: Pick<StoreOptions, "database" | "lockTimeoutMs" | "create" | "startWorker">): Backups | undefined {
  if (database.engine === "postgres") return undefined;
  const { path } = database;
  takeRightsFor(path, { forGood: false });
  if (options.startWorker !== undefined) refuseUnreadableProgram();
  if (create) makeDefaultFolder(path);
  return new SqliteBackups({ path, ...options });
}

/** Undefined for PostgreSQL, which has its own tools (inventory/maintenance.ts). */
export function openCompaction({
  database,
  ...options
}: Pick<StoreOptions, "database" | "lockTimeoutMs" | "startWorker">): Compaction | undefined {
  if (database.engine === "postgres") return undefined;
  const { path } = database;
  takeRightsFor(path, { forGood: false });
  if (options.startWorker !== undefined) refuseUnreadableProgram();
  return new SqliteCompaction({ path, ...options });
}

/** The work of an internal process, started with its name as the first argument; undefined for commands. */
export function internalProcess([name, ...args]: readonly string[]): Promise<void> | undefined {
  return name === CHECKER ? runChecker(args) : undefined;
}

/** The writer thread reads its source with the database owner's rights, which may not include a clone that belongs to root. */
function refuseUnreadableProgram(): void {
  if (BUILD_COMMIT !== undefined) return;
  try {
    closeSync(openSync(import.meta.path, "r"));
  } catch (cause) {
    const problem = `user ${process.geteuid?.()}, whose rights the database needs, cannot read petstock itself`;
    throw new StoreError("unusable", `${problem}; install it where every user can read it`, { cause });
  }
}

/** Only the default folder is created: another missing folder is probably a typing mistake. */
function makeDefaultFolder(path: string): void {
  if (path === DEFAULT_DATABASE_PATH) mkdirSync(dirname(path), { recursive: true });
}
