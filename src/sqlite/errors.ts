// SQLite's failures in the store's words, recognised by result code (https://sqlite.org/rescode.html), never by message.

import { SQLiteError } from "bun:sqlite";
import { StoreError, type StoreErrorCode } from "../inventory/store-error.ts";

export const RESULT = {
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

const MEANING: Readonly<Record<number, { code: StoreErrorCode; words: string }>> = {
  [RESULT.BUSY]: { code: "unavailable", words: "the database is locked by another process" },
  [RESULT.READONLY]: { code: "unavailable", words: "the database cannot be written to" },
  [RESULT.IOERR]: { code: "unavailable", words: "the disk failed" },
  [RESULT.CORRUPT]: { code: "unusable", words: "the database file is corrupt; restore a backup" },
  [RESULT.FULL]: { code: "unavailable", words: "the disk is full" },
  [RESULT.CANTOPEN]: { code: "unavailable", words: "the database file cannot be opened" },
  [RESULT.TOOBIG]: { code: "refused", words: "the database takes no row of this size" },
  [RESULT.CONSTRAINT]: { code: "refused", words: "the database refuses a row" },
  [RESULT.MISMATCH]: { code: "refused", words: "the database refuses a row" },
  [RESULT.NOTADB]: { code: "unusable", words: "the file is no SQLite database" },
};

/** The log's index could not grow: of all failures of input and output the one that is a full disk. */
const IOERR_SHMSIZE = 4874;

/** The primary result code of an error of SQLite; undefined for any other error. */
export function resultCode(error: unknown): number | undefined {
  const extended = extendedCode(error);
  // Extended codes carry the primary one in their lowest byte.
  return extended === undefined ? undefined : extended & 0xff;
}

/** bun:sqlite and node:sqlite, which copies pages, have each a place of its own for it. */
function extendedCode(error: unknown): number | undefined {
  if (error instanceof SQLiteError) return error.errno;
  const isOther = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isOther ? (error.errcode as number) : undefined;
}

/** A StoreError for what SQLite threw; anything else is a defect and stays what it is. */
export function toStoreError(error: unknown, path: string): unknown {
  const primary = resultCode(error);
  if (primary === undefined) return error;
  const result = extendedCode(error) === IOERR_SHMSIZE ? RESULT.FULL : primary;
  const { code, words } = MEANING[result] ?? { code: "unavailable" as const, words: "the database failed" };
  return new StoreError(code, `${path}: ${words} (${(error as Error).message})`, { cause: error });
}

/** Runs `work`, its SQLite failures translated. */
export function translateErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error, path);
  }
}
