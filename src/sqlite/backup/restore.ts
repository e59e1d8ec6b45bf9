// A backup's way into a database that may be in use: all of it in one transaction, so that whoever is killed meanwhile
// leaves the old inventory or the new one. The write lock is kept from the copy of what was there to the last row.

import type { Database } from "bun:sqlite";
import { existsSync, realpathSync, statSync } from "node:fs";
import type { OnProgress, Restore, Restored, RestorePlan, RestoreStep } from "../../inventory/backups.ts";
import type { Position } from "../../inventory/position.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { connect } from "../file/connect.ts";
import { findEqualHistory } from "./equal-history.ts";
import { RESULT, resultCode, translateErrors } from "../errors.ts";
import { publishFile, FileExistsError, removeDatabase, writeNewFile } from "../file/new-file.ts";
import { openForInspection, openForWriting, closeOnError } from "../file/open.ts";
import { copyPages } from "../file/pages.ts";
import { compareWithBackup, countBackupRows, replaceInventory } from "./replace.ts";
import { migrate } from "../schema/schema.ts";
import { adoptHistory } from "../../ledger/copy.ts";
import { commit } from "../file/lock.ts";
import { prepareNewest, readNewest } from "../newest-commit.ts";
import { runWork } from "../run-work.ts";
import type { StagedBackup } from "./staged-backup.ts";
import { beginWriting } from "../file/transaction.ts";
import type { WriterOptions } from "../writer.ts";

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
    if (existsSync(this.#path)) return this.#withBoth(openForInspection, async (db) => this.#plan(db));
    refuseOrphanedLog(this.#path);
    return this.#planForNone();
  }

  async restore(onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored> {
    const restored = await this.#becomeTheDatabase();
    if (restored !== undefined) return restored;
    const open = (path: string) => openMigrated(path, this.#lockTimeoutMs);
    return this.#withBoth(open, (db) => this.#replace(db, onProgress, signal));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#staged[Symbol.asyncDispose]();
  }

  #plan(db: Database): RestorePlan {
    return {
      backup: this.#staged.contents,
      isThere: true,
      ...translateErrors(this.#path, () => compareWithBackup(db)),
    };
  }

  #planForNone(): RestorePlan {
    const backup = this.#staged.contents;
    return { backup, isThere: false, present: undefined, common: undefined, keysAdded: backup.keys };
  }

  async #replace(db: Database, onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored> {
    const path = this.#path;
    const tables = translateErrors(path, () => countBackupRows(db));
    const equal = await findEqualHistory(db, { ...this.#plan(db), signal });
    translateErrors(path, () => beginWriting(db, { path, lockTimeoutMs: this.#lockTimeoutMs }));
    const plan = this.#plan(db);
    const keptIn = keptFileName(realpathSync(path));
    await writeNewFile(keptIn, path, (partial) =>
      // Another connection sees what was committed last, and nobody can commit meanwhile.
      copyPages(path, partial, {
        busyTimeoutMs: this.#lockTimeoutMs,
        onProgress: (done, total) => onProgress("keeping", done, total),
      }),
    );
    try {
      await replaceInventory(db, { path, tables, equal, onProgress, signal });
      const position = translateErrors(path, () => commitRestored(db));
      return { ...plan, position, keptIn };
    } catch (error) {
      // Where nobody knows, it may be the only one that has what was there.
      const isKnown = !(error instanceof StoreError && error.code === "outcome_unknown");
      if (isKnown) await removeDatabase(keptIn);
      throw error;
    }
  }

  /**
   * There is nobody to be disturbed: the copy itself gets the database's name. Undefined where somebody has it, if only
   * since this moment: a service that is started makes a database.
   */
  async #becomeTheDatabase(): Promise<Restored | undefined> {
    if (existsSync(this.#path)) return undefined;
    const { path } = this.#staged;
    const position = adoptStagedFile(path, this.#lockTimeoutMs);
    refuseOrphanedLog(this.#path);
    try {
      await publishFile(path, this.#path);
    } catch (error) {
      if (error instanceof FileExistsError && existsSync(this.#path)) return undefined;
      throw error;
    }
    return { ...this.#planForNone(), position, keptIn: undefined };
  }

  /** Runs `work` on the database, with the backup attached; closing rolls back what was not committed. */
  async #withBoth<T>(open: (path: string) => Database, work: (db: Database) => Promise<T>): Promise<T> {
    const path = this.#path;
    let db: Database | undefined;
    try {
      const opened = open(path);
      db = opened;
      translateErrors(path, () => opened.query("ATTACH ? AS backup").run(this.#staged.path));
      return await work(db);
    } catch (error) {
      throw isBeyondRestore(error, path) ? beyondRestoreError(error as StoreError, path) : error;
    } finally {
      db?.close(true);
    }
  }
}

function openMigrated(path: string, lockTimeoutMs: number): Database {
  const db = openForWriting(path, { create: false });
  return closeOnError(db, () => {
    // Whole rows are copied: both must have the same schema.
    translateErrors(path, () => migrate(db, path, { now: Date.now(), lockTimeoutMs }));
    return db;
  });
}

/** It was proved when it was made. */
function adoptStagedFile(path: string, lockTimeoutMs: number): Position {
  const db = connect(path);
  try {
    return translateErrors(path, () => {
      beginWriting(db, { path, lockTimeoutMs });
      return commitRestored(db);
    });
  } finally {
    db.close(true);
  }
}

/** Commits a history that was written from a backup. */
function commitRestored(db: Database): Position {
  runWork(db, adoptHistory());
  const position = readNewest(prepareNewest(db));
  commit(db);
  return position;
}

/** A database that cannot even be written to is not mended by writing to it. */
function isBeyondRestore(error: unknown, path: string): boolean {
  if (!(error instanceof StoreError) || error.code !== "unusable") return false;
  const result = resultCode(error.cause);
  return (
    result === RESULT.CORRUPT ||
    result === RESULT.NOTADB ||
    statSync(path, { throwIfNoEntry: false })?.size === 0
  );
}

function beyondRestoreError(error: StoreError, path: string): StoreError {
  const words = `to restore in its place, stop the service, move ${path} away, and its -wal with it, and restore again`;
  return new StoreError("unusable", `${error.message}; ${words}`, { cause: error });
}

function keptFileName(path: string): string {
  return `${path}.before-restore-${new Date().toISOString().replaceAll(/[-:]/g, "")}`;
}

/**
 * A log that lies where there is no database would be taken for the new one's. It may have what nobody else has, so it is
 * not removed; and it is not renamed, since it may be that of a database which somebody makes this very moment.
 */
function refuseOrphanedLog(path: string): void {
  const log = [`${path}-wal`, `${path}-journal`].find((each) => existsSync(each));
  // Looked for after its log, which is made after it: where both are there, the name is taken.
  if (log === undefined || existsSync(path)) return;
  const words =
    "is the log of a database that is not there any more, and would be taken for the restored one's";
  throw new StoreError("unusable", `${log} ${words}: stop the service, move it away, and restore again`);
}
