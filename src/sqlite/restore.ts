// A backup's way into a database that may be in use: all of it in one transaction, so that whoever is killed meanwhile
// leaves the old inventory or the new one. The write lock is kept from the copy of what was there to the last row.

import { Database } from "bun:sqlite";
import { existsSync, realpathSync, statSync } from "node:fs";
import { rename } from "node:fs/promises";
import type { OnProgress, Restore, Restored, RestorePlan, RestoreStep } from "../inventory/backups.ts";
import { StoreError, type Verification } from "../inventory/store.ts";
import { RESULT, resultCode, translated } from "./errors.ts";
import { giveName, removeDatabase, writeNewFile } from "./new-file.ts";
import { openForWriting } from "./open.ts";
import { copyPages } from "./pages.ts";
import { compare, replaceInventory } from "./replace.ts";
import { migrate } from "./schema.ts";
import { seal } from "./seal.ts";
import type { StagedBackup } from "./staged-backup.ts";
import { beginWriting } from "./transaction.ts";
import type { WriterOptions } from "./writer.ts";

export class SqliteRestore implements Restore {
  readonly #path: string;
  readonly #lockTimeoutMs: number;
  readonly #staged: StagedBackup;

  constructor({ path, lockTimeoutMs }: Omit<WriterOptions, "create">, staged: StagedBackup) {
    this.#path = path;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#staged = staged;
  }

  async plan(): Promise<RestorePlan> {
    if (!existsSync(this.#path)) return this.#planForNone();
    return this.#withBoth(async (db) => this.#plan(db));
  }

  async restore(onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored> {
    if (!existsSync(this.#path)) return this.#becomeTheDatabase();
    return this.#withBoth((db) => this.#replace(db, onProgress, signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#staged[Symbol.asyncDispose]();
  }

  #plan(db: Database): RestorePlan {
    return { backup: this.#staged.contents, ...translated(this.#path, () => compare(db)) };
  }

  #planForNone(): RestorePlan {
    const backup = this.#staged.contents;
    return { backup, present: undefined, common: undefined, keysAdded: backup.keys };
  }

  async #replace(db: Database, onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored> {
    const path = this.#path;
    translated(path, () => beginWriting(db, { path, lockTimeoutMs: this.#lockTimeoutMs }));
    const plan = this.#plan(db);
    const keptIn = keptName(realpathSync(path));
    await writeNewFile(keptIn, (partial) =>
      // Another connection sees what was committed last, and nobody can commit meanwhile.
      copyPages(path, partial, {
        busyTimeoutMs: this.#lockTimeoutMs,
        onProgress: (done, total) => onProgress("keeping", done, total),
      }),
    );
    try {
      await replaceInventory(db, { path, onProgress, signal });
      const { position } = sealOrThrow(db, path);
      return { ...plan, position, keptIn };
    } catch (error) {
      // Where nobody knows, it may be the only one that has what was there.
      const isKnown = !(error instanceof StoreError && error.code === "outcome_unknown");
      if (isKnown) await removeDatabase(keptIn);
      throw error;
    }
  }

  /** There is nobody to be disturbed: the copy itself gets the database's name. */
  async #becomeTheDatabase(): Promise<Restored> {
    const { path } = this.#staged;
    const { position } = sealFile(path, this.#lockTimeoutMs);
    const keptIn = await putLogAside(this.#path);
    await giveName(path, this.#path);
    return { ...this.#planForNone(), position, keptIn };
  }

  /** Runs `work` on the database, with the backup attached; closing rolls back what was not committed. */
  async #withBoth<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const path = this.#path;
    let db: Database | undefined;
    try {
      db = openForWriting(path, { create: false });
      attach(db, { path, backup: this.#staged.path, lockTimeoutMs: this.#lockTimeoutMs });
      return await work(db);
    } catch (error) {
      throw isDestroyed(error, path) ? destroyed(error as StoreError, path) : error;
    } finally {
      db?.close(true);
    }
  }
}

function attach(
  db: Database,
  { path, backup, lockTimeoutMs }: { path: string; backup: string; lockTimeoutMs: number },
): void {
  translated(path, () => {
    // Whole rows are copied: both must have the same schema.
    migrate(db, path, { now: Date.now(), lockTimeoutMs });
    db.query("ATTACH ? AS backup").run(backup);
  });
}

function sealFile(path: string, lockTimeoutMs: number): Verification {
  const db = new Database(path, { readwrite: true, create: false, safeIntegers: true, strict: true });
  try {
    translated(path, () => beginWriting(db, { path, lockTimeoutMs }));
    return sealOrThrow(db, path);
  } finally {
    db.close(true);
  }
}

function sealOrThrow(db: Database, path: string): Verification {
  const verification = translated(path, () => seal(db));
  const [problem] = verification.problems;
  if (problem === undefined) return verification;
  const words = `what was restored does not fold (${problem}); nothing was changed`;
  throw new StoreError("unusable", `${path}: ${words}`);
}

/** A database that cannot even be written to is not mended by writing to it. */
function isDestroyed(error: unknown, path: string): boolean {
  if (!(error instanceof StoreError) || error.code !== "unusable") return false;
  const result = resultCode(error.cause);
  return result === RESULT.CORRUPT || result === RESULT.NOTADB || statSync(path).size === 0;
}

function destroyed(error: StoreError, path: string): StoreError {
  const words = `to restore in its place, stop the service, move ${path} away, and its -wal with it, and restore again`;
  return new StoreError("unusable", `${error.message}; ${words}`, { cause: error });
}

function keptName(path: string): string {
  return `${path}.before-restore-${new Date().toISOString().replaceAll(/[-:]/g, "")}`;
}

/** A log that lies where there is no database would be taken for the new one's. Gives its new name. */
async function putLogAside(path: string): Promise<string | undefined> {
  if (!existsSync(`${path}-wal`)) return undefined;
  const kept = `${keptName(path)}-wal`;
  await rename(`${path}-wal`, kept);
  return kept;
}
