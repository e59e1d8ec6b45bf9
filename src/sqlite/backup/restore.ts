// Restores a backup into a database that may be in use: its rows come into tables of their own, which take the place of the others in one
// transaction, so that a killed restore leaves the old inventory or the new one. Holds the write lock only for the last pages of the copy of
// the old inventory and that transaction.

import type { Database } from "bun:sqlite";
import { existsSync, realpathSync, statSync } from "node:fs";
import type { OnProgress, Restore, Restored, RestorePlan, RestoreStep } from "../../inventory/backups.ts";
import type { Position } from "../../inventory/position.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { adoptHistory } from "../../ledger/copy.ts";
import { RESULT, resultCode, translateErrors } from "../errors.ts";
import { withRightsFor } from "../../files/rights.ts";
import { connect } from "../file/connect.ts";
import { commit } from "../file/lock.ts";
import {
  publishFile,
  FileExistsError,
  removeDatabase,
  translateSystemErrors,
  writeNewFile,
} from "../file/new-file.ts";
import { openForInspection, openForWriting, closeOnError } from "../file/open.ts";
import { PageCopy } from "../file/pages.ts";
import { pageBytes } from "../file/storage-use.ts";
import { beginWriting } from "../file/transaction.ts";
import { prepareNewest, readNewest } from "../newest-commit.ts";
import { runWork } from "../run-work.ts";
import { prepareSchema } from "../schema/prepare-schema.ts";
import { refuseOlder } from "../schema/schema.ts";
import type { WriterOptions } from "../writer.ts";
import { compareWithBackup, presentPosition, REPLACED_TABLES, replaceInventory } from "./replace.ts";
import type { StagedBackup } from "./staged-backup.ts";
import { dropStaged, removeStaged } from "./staged-removal.ts";
import { StagedTables } from "./staged-tables.ts";

/** A restore that was committed. */
type Written = Omit<Restored, "unusedBytes"> & { readonly keptIn: string };

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
    if (existsSync(this.#path)) return this.#withBackupAttached(openForPlan, async (db) => this.#plan(db));
    refuseOrphanedLog(this.#path);
    return this.#planForNone();
  }

  async restore(onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored> {
    const restored = await this.#publishStagedFile();
    if (restored !== undefined) return restored;
    const open = (path: string) => openForReplacement(path, this.#lockTimeoutMs);
    return this.#withBackupAttached(open, (db) => this.#replace(db, onProgress, signal));
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
    const { keys: keysAdded, admins: adminsAdded } = backup;
    const none = { isThere: false, present: undefined, common: undefined, labelsPresent: 0 };
    return { backup, ...none, keysAdded, adminsAdded };
  }

  async #replace(db: Database, onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored> {
    const [path, lockTimeoutMs] = [this.#path, this.#lockTimeoutMs];
    const removal = { path, lockTimeoutMs };
    await removeStaged(db, { ...removal, signal });
    const restored = await this.#write(db, onProgress, signal).catch(async (error: unknown) => {
      if (isOutcomeUnknown(error)) throw error;
      if (db.inTransaction) db.run("ROLLBACK");
      await ignoreStoreErrors(removeStaged(db, removal));
      throw error;
    });
    // The next restore, or compact, removes what this one cannot.
    await ignoreStoreErrors(dropFrom(restored.keptIn));
    const onRows = (done: number, total: number) => onProgress("removing", done, total);
    await ignoreStoreErrors(removeStaged(db, { ...removal, onProgress: onRows }));
    return { ...restored, unusedBytes: pageBytes(path).unusedBytes };
  }

  async #write(db: Database, onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Written> {
    const [path, lockTimeoutMs] = [this.#path, this.#lockTimeoutMs];
    const onRows = (done: number, total: number) => onProgress("preparing", done, total);
    const staged = await StagedTables.make(db, REPLACED_TABLES, {
      path,
      lockTimeoutMs,
      onProgress: onRows,
      signal,
    });
    const keptIn = keptFileName(realpathSync(path));
    // Only its position changes meanwhile, and comparing two histories may take long.
    const plan = this.#plan(db);
    const present = await writeNewFile(keptIn, path, (partial) =>
      translateSystemErrors(keptIn, () => this.#keep(db, partial, { onProgress, signal })),
    );
    try {
      signal.throwIfAborted();
      const position = translateErrors(path, () => {
        replaceInventory(db, staged);
        return commitRestored(db);
      });
      return { ...plan, present, position, keptIn };
    } catch (error) {
      // If the outcome is unknown, this file may be the only copy of the old inventory.
      if (!isOutcomeUnknown(error)) await removeDatabase(keptIn);
      throw error;
    }
  }

  /**
   * Copies the database into `partial`; on return the copy has its last commit, whose position is given, and the write lock prevents
   * further ones.
   */
  async #keep(
    db: Database,
    partial: string,
    { onProgress, signal }: { onProgress: OnProgress<RestoreStep>; signal: AbortSignal },
  ): Promise<Position | undefined> {
    const [path, lockTimeoutMs] = [this.#path, this.#lockTimeoutMs];
    using copy = await PageCopy.make(path, partial, {
      busyTimeoutMs: lockTimeoutMs,
      onProgress: (done, total) => onProgress("keeping", done, total),
    });
    signal.throwIfAborted();
    translateErrors(path, () => beginWriting(db, { path, lockTimeoutMs }));
    const present = translateErrors(path, () => presentPosition(db));
    copy.finish();
    return present;
  }

  /**
   * Where there is no database, the staged copy gets its name. Undefined where a database exists, which may have been created
   * at this moment by a service that starts.
   */
  async #publishStagedFile(): Promise<Restored | undefined> {
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
    return { ...this.#planForNone(), position, keptIn: undefined, unusedBytes: 0 };
  }

  /** Runs `work` on the database with the backup attached. Closing it rolls back what was not committed. */
  async #withBackupAttached<T>(
    open: (path: string) => Database,
    work: (db: Database) => Promise<T>,
  ): Promise<T> {
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

/** Whole rows are copied, so both need the same schema. */
function openForPlan(path: string): Database {
  const db = openForInspection(path);
  return closeOnError(db, () => {
    translateErrors(path, () => refuseOlder(db, path));
    return db;
  });
}

function openForReplacement(path: string, lockTimeoutMs: number): Database {
  const db = openForWriting(path, { create: false });
  return closeOnError(db, () => {
    // A service that starts at this moment may not have made the tables yet.
    translateErrors(path, () => prepareSchema(db, path, { create: true, lockTimeoutMs }));
    return db;
  });
}

/** Gives the staged file, which was verified when it was made, a nonce of its own. */
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

/** The copy of the old inventory was made beside the new one. */
async function dropFrom(keptIn: string): Promise<void> {
  await withRightsFor(keptIn, () =>
    translateErrors(keptIn, () => {
      const db = connect(keptIn);
      try {
        dropStaged(db);
      } finally {
        db.close(true);
      }
    }),
  );
}

async function ignoreStoreErrors(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error;
  });
}

function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof StoreError && error.code === "outcome_unknown";
}

/** Commits a history that was written from a backup. */
function commitRestored(db: Database): Position {
  runWork(db, adoptHistory());
  const position = readNewest(prepareNewest(db));
  commit(db);
  return position;
}

/** Whether the database is so damaged that a restore cannot write into it. */
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
  const advice = `to replace it, stop the service, move ${path} and its -wal away, and run restore again`;
  return new StoreError("unusable", `${error.message}; ${advice}`, { cause: error });
}

function keptFileName(path: string): string {
  return `${path}.before-restore-${new Date().toISOString().replaceAll(/[-:]/g, "")}`;
}

/**
 * Throws where there is a write-ahead log without a database: SQLite would apply it to the new one. It is not deleted, since
 * it may have the only copy of commits, and not renamed, since a service may be creating its database at this moment.
 */
function refuseOrphanedLog(path: string): void {
  const log = [`${path}-wal`, `${path}-journal`].find((each) => existsSync(each));
  // Checked after the log, which is created after the database: if both exist, a database was created meanwhile.
  if (log === undefined || existsSync(path)) return;
  const reason =
    "is the log of a database that no longer exists, and SQLite would apply it to the restored one";
  const advice = "stop the service, move the log away, and run restore again";
  throw new StoreError("unusable", `${log} ${reason}: ${advice}`);
}
