// Opens SQLite stores for tests, and reads and damages their files.

import { Database } from "bun:sqlite";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StoreError } from "../../src/inventory/store-error.ts";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { SqliteStore, type SqliteStoreOptions } from "../../src/sqlite/store.ts";
import { createPet } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { startWorker } from "../support/writer-worker.ts";

export { startWorker };

/** On which thread the writer works, with the option for it. */
export const MODES: readonly (readonly [string, Pick<SqliteStoreOptions, "startWorker">])[] = [
  ["with its writer on a thread", { startWorker }],
  ["with its writer on the caller's thread", {}],
];

export function openSqlite(path: string, more: Partial<SqliteStoreOptions> = {}): Promise<SqliteStore> {
  return SqliteStore.open({ path, lockTimeoutMs: 5_000, create: true, ...more });
}

/** Runs SQL on a file, as another program would. Creates a missing file. */
export function runSql(path: string, ...sql: readonly string[]): void {
  using db = new Database(path);
  for (const statement of sql) db.run(statement);
}

let template: Promise<Buffer> | undefined;

/** Creates a petstock database: pets 0 to 49 with their id as quantity, closed, without a log. */
export async function petstockAt(path: string): Promise<void> {
  template ??= makeTemplate();
  writeFileSync(path, await template);
}

/** A petstock database in this folder; gives its path. */
export async function petstockIn(folder: TemporaryFolder): Promise<string> {
  const path = folder.file("petstock.db");
  await petstockAt(path);
  return path;
}

async function makeTemplate(): Promise<Buffer> {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  await using store = await openSqlite(path);
  await store.commit(Array.from({ length: 50 }, (_, i) => createPet(BigInt(i), i)));
  runSql(path, "PRAGMA wal_checkpoint(TRUNCATE)");
  return readFileSync(path);
}

/** Starts the writer thread that dies as `death` says; see dying-writer.ts. */
export function dyingWorker(death: string): () => Worker {
  return () => new Worker(join(import.meta.dir, "dying-writer.ts"), { env: { PETSTOCK_TEST_DEATH: death } });
}

const BACKUP_MS_MAX = 50_000;

export async function backUp(path: string, backup: string): Promise<void> {
  const signal = AbortSignal.timeout(BACKUP_MS_MAX);
  await new SqliteBackups({ path, lockTimeoutMs: 5_000 }).backUp(backup, () => {}, signal);
}

/** Every file in a folder with a hash of its bytes, and every folder. */
export function filesIn(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true }).map(String).toSorted()) {
    const path = join(folder, name);
    files[name] = statSync(path).isDirectory() ? "a folder" : Bun.SHA256.hash(readFileSync(path), "hex");
  }
  return files;
}

/** The StoreError that a promise is rejected with. */
export async function storeErrorOf(work: Promise<unknown>): Promise<StoreError> {
  const result = await work.then(
    () => new Error("nothing failed"),
    (error: unknown) => error,
  );
  if (result instanceof StoreError) return result;
  throw new Error(`no StoreError: ${String(result)}`, { cause: result });
}
