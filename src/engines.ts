// The engines behind their interfaces: the only file that knows which there are, and which one a database's address names.

import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { BUILD_COMMIT } from "./build.ts";
import { type DatabaseAddress, DEFAULT_DATABASE_PATH } from "./config.ts";
import { takeRightsFor } from "./files/rights.ts";
import type { Backups } from "./inventory/backups.ts";
import type { Compaction } from "./inventory/compaction.ts";
import type { Log } from "./inventory/ports.ts";
import type { InventoryStore } from "./inventory/store.ts";
import { StoreError } from "./inventory/store-error.ts";
import { PostgresStore } from "./postgres/store.ts";
import { SqliteBackups } from "./sqlite/backup/backups.ts";
import { CHECKER, runChecker } from "./sqlite/backup/checker.ts";
import { SqliteCompaction } from "./sqlite/file/compaction.ts";
import { SqliteStore } from "./sqlite/store.ts";
import { sqliteVersion } from "./sqlite/file/version.ts";

/** Of the embedded engine, which comes along with the program. */
export function engineVersion(): string {
  return sqliteVersion();
}

export interface StoreOptions {
  readonly database: DatabaseAddress;
  readonly lockTimeoutMs: number;
  /** How many results of `Idempotency-Key`s are kept for one API key. */
  readonly recordsMax?: number;
  /** Make the database where there is none; that of a PostgreSQL server must be there. */
  readonly create: boolean;
  /** Starts the writer's thread; without it the embedded engine writes on the caller's thread. */
  readonly startWorker?: () => Worker;
  /** For a service, which goes on while a PostgreSQL server is away; a command fails instead. */
  readonly log?: Log;
}

/** Opens the engine that the address names. Throws a StoreError. */
export async function openStore({ database, log, ...options }: StoreOptions): Promise<InventoryStore> {
  if (database.engine === "postgres") {
    const retryOpen = log !== undefined;
    return PostgresStore.open({ ...options, urls: database.urls, retryOpen, ...(log && { log }) });
  }
  const { path } = database;
  // A service gives root up: who breaks into it shall not have it.
  takeRightsFor(path, { forGood: log !== undefined });
  if (options.startWorker !== undefined) refuseUnreadableProgram();
  if (options.create) makeDefaultFolder(path);
  return SqliteStore.open({ path, ...options });
}

/** Undefined for PostgreSQL, which has tools of its own for it (see inventory/backups.ts). */
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

/** Undefined for PostgreSQL, which has tools of its own for it (see inventory/compaction.ts). */
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

/** Where the program was started as a process of its own kind, which is no command, its work; undefined where it was not. */
export function internalProcess([name, ...args]: readonly string[]): Promise<void> | undefined {
  return name === CHECKER ? runChecker(args) : undefined;
}

/** A thread reads its source with the rights that were taken, which may not reach a clone of root's. */
function refuseUnreadableProgram(): void {
  if (BUILD_COMMIT !== undefined) return;
  try {
    closeSync(openSync(import.meta.path, "r"));
  } catch (cause) {
    const words = `petstock itself cannot be read by user ${process.geteuid?.()}, whose rights the database needs`;
    throw new StoreError("unusable", `${words}; install it where every user can read it`, { cause });
  }
}

/** Any other folder that is missing is a typing mistake. */
function makeDefaultFolder(path: string): void {
  if (path === DEFAULT_DATABASE_PATH) mkdirSync(dirname(path), { recursive: true });
}
