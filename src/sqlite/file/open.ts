// Opens a database file: the pragmas that the promises rest on, and clear words for a file that is not ours to use.

import type { Database } from "bun:sqlite";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { PROGRAM } from "../../build.ts";
import { createPrivately } from "../../files/private-file.ts";
import { mayWrite } from "../../files/rights.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { connect } from "./connect.ts";
import { translateErrors } from "../errors.ts";
import { foreignSchema } from "../schema/foreign-schema.ts";
import { retryWhileBusy } from "./lock.ts";
import { APPLICATION_ID, pragmaNumber } from "./pragma.ts";
import { refuseNewer } from "../schema/schema.ts";

/**
 * While another connection recovers the log after a crash, or switches a new file to WAL, even readers have to wait.
 * Waiting for the write lock is not SQLite's business but ours (see lock.ts).
 */
const BUSY_TIMEOUT_MS = 5_000;
/** Pages of 4 KiB before a checkpoint: random updates rewrite pages, and a longer log folds more of them into one. */
const CHECKPOINT_PAGES = 4_000;
/** Kept of the log's file after a checkpoint, so that one large import does not hold its size for ever. */
const LOG_BYTES_KEPT = 64 * 1024 * 1024;
const CACHE_KIB = 64 * 1024;

/** Opens for writing. Throws a StoreError, also where there is no file and none is to be made. */
export function openForWriting(path: string, { create }: { create: boolean }): Database {
  refuseUnusablePath(path, { create });
  if (!existsSync(path)) createPrivately(path);
  return translateErrors(path, () => {
    const db = connect(path, { create });
    return closeOnError(db, () => {
      retryWhileBusy(BUSY_TIMEOUT_MS, () => {
        refuseForeignFile(db, path);
        // For this one SQLite does not wait, whatever its timeout.
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

/** Opens a file that nobody has looked at yet, and changes nothing in it, not even its schema. Throws a StoreError. */
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

/** The first work on a connection; closes it where that throws, since nobody else has it yet. */
export function closeOnError<T>(db: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // `true` ends the prepared statements too: without it they keep the connection until they are collected.
    db.close(true);
    throw error;
  }
}

function refuseUnusablePath(path: string, { create }: { create: boolean }): void {
  const folder = dirname(resolve(path));
  if (!existsSync(folder)) {
    throw new StoreError("unusable", `${path}: the folder ${folder} does not exist; make it first`);
  }
  if (create && !existsSync(path)) return;
  // A file of no bytes is one that was cut off: SQLite would take it for an empty database.
  if (!existsSync(path) || (!create && statSync(path).isFile() && statSync(path).size === 0)) {
    throw new StoreError("unusable", `there is no database at ${path}; "${PROGRAM} serve" makes one`);
  }
  if (!statSync(path).isFile()) {
    throw new StoreError("unusable", `${path} is no file; name the database file itself`);
  }
  // SQLite would open one to be read, and leave a log beside it that cannot be written to.
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw notWritable(path, (error as Error).message, error);
  }
  if (!mayWrite(statSync(path))) {
    const whose = `it is not a file of user ${process.geteuid?.()}, with whose rights a command of root works in this folder`;
    throw notWritable(path, whose);
  }
}

function notWritable(path: string, why: string, cause?: unknown): StoreError {
  return new StoreError("unavailable", `${path}: the database cannot be written to by this user (${why})`, {
    cause,
  });
}

/** A SQLite file of another program must not get our tables, nor be switched to WAL; and ours must have ours alone. */
function refuseForeignFile(db: Database, path: string): void {
  // One snapshot: another server may be making our tables just now.
  db.run("BEGIN");
  try {
    const application = pragmaNumber(db, "application_id");
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
  const [problem] = foreignSchema(db, pragmaNumber(db, "user_version"));
  if (problem === undefined) return;
  const advice =
    "drop what is not petstock's (with sqlite3, on a copy first), or move the file away and restore a backup";
  throw new StoreError("unusable", `${path}: ${problem}, and could change what is written: ${advice}`);
}
