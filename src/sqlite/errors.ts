// Turns SQLite's errors into StoreErrors, by result code (https://sqlite.org/rescode.html), never by message.

import { SQLiteError } from "bun:sqlite";
import { PROGRAM } from "../build.ts";
import { isOutOfDescriptors, NO_DESCRIPTORS } from "../files/descriptors.ts";
import { StoreError, type StoreErrorCode, type StoreProblem } from "../inventory/store-error.ts";

/** The file of temporary tables and large sorts, for messages. */
export const TEMPORARY_FILE = "the temporary file (SQLITE_TMPDIR names its folder)";

export const RESULT = {
  ERROR: 1,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  TOOBIG: 18,
  CONSTRAINT: 19,
  MISMATCH: 20,
  NOTADB: 26,
} as const;

interface Meaning {
  readonly code: StoreErrorCode;
  readonly message: string;
  readonly problem?: StoreProblem;
}

const MEANING: Readonly<Record<number, Meaning>> = {
  // Every statement of ours fits our own tables.
  [RESULT.ERROR]: {
    code: "unavailable",
    message: "its tables are not as petstock makes them: one was dropped or altered; restore a backup",
    problem: "table_missing",
  },
  [RESULT.BUSY]: { code: "unavailable", message: "the database is locked by another process" },
  [RESULT.READONLY]: { code: "unavailable", message: "the database cannot be written to" },
  [RESULT.IOERR]: { code: "unavailable", message: "the disk failed" },
  [RESULT.CORRUPT]: { code: "unusable", message: "the database file is corrupt; restore a backup" },
  [RESULT.FULL]: {
    code: "unavailable",
    message: "the disk is full; free some space on it",
    problem: "disk_full",
  },
  [RESULT.CANTOPEN]: { code: "unavailable", message: "the database file cannot be opened" },
  [RESULT.TOOBIG]: { code: "refused", message: "the database takes no row of this size" },
  [RESULT.CONSTRAINT]: { code: "refused", message: "the database refuses a row" },
  [RESULT.MISMATCH]: { code: "refused", message: "the database refuses a row" },
  [RESULT.NOTADB]: { code: "unusable", message: "the file is no SQLite database" },
};

/** Of commands that do not create one: most likely its path was mistyped. */
export function noDatabase(path: string): StoreError {
  return new StoreError("unusable", `there is no database at ${path}; "${PROGRAM} serve" makes one`);
}

/** The index of the log could not grow: the one I/O error that means a full disk. */
const IOERR_SHMSIZE = 4874;

/** The primary result code of an error of SQLite; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  const extended = extendedCode(error);
  // Extended codes carry the primary one in their lowest byte.
  return extended === undefined ? undefined : extended & 0xff;
}

/** In another member in errors of bun:sqlite than in those of node:sqlite, which copies pages. */
function extendedCode(error: unknown): number | undefined {
  if (error instanceof SQLiteError) return error.errno;
  const isOther = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isOther ? (error.errcode as number) : undefined;
}

/** A StoreError for an error of SQLite; any other error is a defect, and is returned unchanged. */
export function toStoreError(error: unknown, path: string): unknown {
  const primary = resultCode(error);
  if (primary === undefined) return error;
  const result = extendedCode(error) === IOERR_SHMSIZE ? RESULT.FULL : primary;
  const { code, message, problem } = meaningOf(result);
  return new StoreError(code, `${path}: ${message} (${(error as Error).message})`, {
    cause: error,
    problem: problem === "disk_full" && path === TEMPORARY_FILE ? "temporary_full" : problem,
  });
}

function meaningOf(result: number): Meaning {
  const mayLackDescriptors = result === RESULT.CANTOPEN || result === RESULT.IOERR;
  if (mayLackDescriptors && isOutOfDescriptors())
    return { code: "unavailable", message: NO_DESCRIPTORS, problem: "no_descriptors" };
  return MEANING[result] ?? { code: "unavailable", message: "the database failed" };
}

/** Runs `work`; throws a full disk as the StoreError of this file. */
export function translateFull<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw resultCode(error) === RESULT.FULL ? toStoreError(error, path) : error;
  }
}

/** Runs `work`, which only reads: a disk that is full is that of temporary files. Throws its SQLite errors as StoreErrors. */
export function translateReadErrors<T>(path: string, work: () => T): T {
  return translateErrors(path, () => translateFull(TEMPORARY_FILE, work));
}

/** Runs `work`; throws its SQLite errors as StoreErrors. */
export function translateErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error, path);
  }
}
