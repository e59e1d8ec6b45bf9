// Opens a database file: sets the pragmas that durability depends on, and refuses files that are not petstock databases.

import type { Database } from "bun:sqlite";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createPrivately } from "../../files/private-file.ts";
import { mayWrite } from "../../files/rights.ts";
import { StoreError, developmentSchema } from "../../inventory/store-error.ts";
import { connect } from "./connect.ts";
import { noDatabase, translateErrors } from "../errors.ts";
import { compareSchema } from "../schema/foreign-schema.ts";
import { retryWhileBusy } from "./lock.ts";
import { APPLICATION_ID, DEVELOPMENT_ID, pragmaNumber } from "./introspect.ts";
import { refuseNewer } from "../schema/schema.ts";

/**
 * How long readers wait while another connection recovers the log after a crash, or switches a new file to WAL. For the write
 * lock SQLite does not wait; lock.ts does.
 */
const BUSY_TIMEOUT_MS = 5_000;
/** Pages of 4 KiB before a checkpoint: random updates rewrite pages, and a longer log folds more of them into one. */
const CHECKPOINT_PAGES = 4_000;
/** The log's file is truncated to this size after a checkpoint, so that it does not keep the size of a large import. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;
const CACHE_KIB = 64 * 1024;

/** Opens for writing. Throws a StoreError, also if there is no file and `create` is false. */
export function openForWriting(path: string, { create }: { create: boolean }): Database {
  refuseUnusablePath(path, { create });
  if (!existsSync(path)) createPrivately(path);
  return translateErrors(path, () => {
    const db = connect(path, { create });
    return closeOnError(db, () => {
      retryWhileBusy(BUSY_TIMEOUT_MS, () => {
        refuseForeignFile(db, path);
        if (isEmpty(db)) db.run(INCREMENTAL_VACUUM);
        // Its busy timeout does not apply to this pragma.
        db.run("PRAGMA journal_mode = WAL");
      });
      // FULL: a commit returns when its log is on disk. The two others matter on macOS, where fsync alone is not enough.
      db.run("PRAGMA synchronous = FULL");
      db.run("PRAGMA fullfsync = 1");
      db.run("PRAGMA checkpoint_fullfsync = 1");
      db.run(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      db.run(`PRAGMA journal_size_limit = ${LOG_BYTES_KEPT}`);
      db.run(`PRAGMA cache_size = -${CACHE_KIB}`);
      return db;
    });
  });
}

/**
 * For a database without tables: the file can then be shortened in small steps (compaction.ts). Each table page is listed with the
 * page that refers to it, on one page of 800 (https://sqlite.org/fileformat2.html#pointer_map_or_ptrmap_pages).
 */
export const INCREMENTAL_VACUUM = "PRAGMA auto_vacuum = INCREMENTAL";

function isEmpty(db: Database): boolean {
  return pragmaNumber(db, "page_count") === 0;
}

/** Opens an unchecked file for reading, checks that it is a petstock database, and does not migrate it. Throws a StoreError. */
export function openForInspection(path: string): Database {
  refuseUnusablePath(path, { create: false });
  const db = openForReading(path);
  return closeOnError(db, () => {
    translateErrors(path, () => retryWhileBusy(BUSY_TIMEOUT_MS, () => refuseForeignFile(db, path)));
    return db;
  });
}

/** Opens an existing database for reading. It is opened writable, because a reader of a WAL file maintains its index. */
export function openForReading(path: string): Database {
  return translateErrors(path, () => {
    const db = connect(path);
    return closeOnError(db, () => {
      db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      db.run("PRAGMA query_only = 1");
      return db;
    });
  });
}

/** Runs the first work on a new connection; closes the connection if that throws. */
export function closeOnError<T>(db: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // `true` finalizes prepared statements; otherwise they keep the connection open until garbage collection.
    db.close(true);
    throw error;
  }
}

/** Throws a StoreError unless there is a file that this user may write to, or `create` and a place for one. */
export function refuseUnusablePath(path: string, { create }: { create: boolean }): void {
  const folder = dirname(resolve(path));
  if (!existsSync(folder)) {
    throw new StoreError("unusable", `${path}: the folder ${folder} does not exist; make it first`);
  }
  if (create && !existsSync(path)) return;
  // An empty file was truncated; SQLite would take it for an empty database.
  if (!existsSync(path) || (!create && statSync(path).isFile() && statSync(path).size === 0)) {
    throw noDatabase(path);
  }
  if (!statSync(path).isFile()) {
    throw new StoreError("unusable", `${path} is not a regular file; name the database file itself`);
  }
  // SQLite would open a read-only file for reading, and create a log beside it that cannot be written to.
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw notWritable(path, (error as Error).message, error);
  }
  if (!mayWrite(statSync(path))) {
    const reason = `its owner is not user ${process.geteuid?.()}, whose rights a command run by root uses in this folder`;
    throw notWritable(path, reason);
  }
}

function notWritable(path: string, why: string, cause?: unknown): StoreError {
  return new StoreError("unavailable", `${path}: the database cannot be written to by this user (${why})`, {
    cause,
  });
}

/**
 * Throws for a database of another program, before it gets our tables or WAL mode, and for one with foreign objects. A missing index is
 * tolerated: `petstock migrate` and a service's start create it.
 */
function refuseForeignFile(db: Database, path: string): void {
  // One snapshot: another process may be creating the tables at this moment.
  db.run("BEGIN");
  try {
    const application = pragmaNumber(db, "application_id");
    if (application === DEVELOPMENT_ID) throw developmentSchema(path);
    const [[objects] = []] = db.query("SELECT count(*) FROM sqlite_schema").values();
    if (application !== APPLICATION_ID && (application !== 0 || Number(objects) > 0)) {
      throw new StoreError("unusable", `${path} is a SQLite database of another program; name another file`);
    }
    refuseNewer(db, path);
    refuseForeignSchema(db, path);
  } finally {
    if (db.inTransaction) db.run("ROLLBACK");
  }
}

function refuseForeignSchema(db: Database, path: string): void {
  const [problem] = compareSchema(db, pragmaNumber(db, "user_version")).problems;
  if (problem === undefined) return;
  const { text, isMissing } = problem;
  if (isMissing) {
    const restore = "move the file away and restore a backup";
    throw new StoreError("unusable", `${path}: ${text}; ${restore}`, { problem: "table_missing" });
  }
  const advice =
    "drop the foreign object (with sqlite3, on a copy first), or move the file away and restore a backup";
  throw new StoreError("unusable", `${path}: ${text}, and could change what is written: ${advice}`);
}
