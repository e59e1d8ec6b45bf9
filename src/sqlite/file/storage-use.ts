// The size of the database's files, and the free space of their disk.

import type { Database } from "bun:sqlite";
import { realpathSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { StorageUse } from "../../inventory/maintenance.ts";
import { lastBackupAt } from "../backup/backup-note.ts";
import { translateErrors } from "../errors.ts";
import { openForReading } from "./open.ts";
import { pragmaNumber } from "./introspect.ts";

/** Disk use of the database at `path`, which `db` has open. Takes no lock, reads one page. Throws a StoreError. */
export async function storageUse(db: Database, path: string): Promise<StorageUse> {
  const figures = translateErrors(path, () => ({
    bytes: pragmaNumber(db, "page_size"),
    unused: pragmaNumber(db, "freelist_count"),
    backlog: pendingWalPages(db),
    records: countRecords(db),
  }));
  const disk = await statfs(path);
  return {
    databaseBytes: sizeOf(path),
    unusedBytes: figures.unused * figures.bytes,
    walBytes: walBytes(path),
    walBacklogBytes: figures.backlog * figures.bytes,
    diskFreeBytes: disk.bavail * disk.bsize,
    diskBytes: disk.blocks * disk.bsize,
    idempotencyRecords: figures.records,
    lastBackupAt: await lastBackupAt(path),
  };
}

interface PageBytes {
  readonly bytes: number;
  readonly unusedBytes: number;
  /** Whether free pages can be cut off in small steps. */
  readonly isIncremental: boolean;
}

/** Of `PRAGMA auto_vacuum` (https://sqlite.org/pragma.html#pragma_auto_vacuum). */
const INCREMENTAL = 2;

/** The size in bytes of the database at `path`, with pages that are in its log only, and of its free pages. */
export function pageBytes(path: string): PageBytes {
  const db = openForReading(path);
  try {
    return translateErrors(path, () => {
      const size = pragmaNumber(db, "page_size");
      const unusedBytes = pragmaNumber(db, "freelist_count") * size;
      const isIncremental = pragmaNumber(db, "auto_vacuum") === INCREMENTAL;
      return { bytes: pragmaNumber(db, "page_count") * size, unusedBytes, isIncremental };
    });
  } finally {
    db.close(true);
  }
}

/** Pages in the log that are not in the database file yet. */
function pendingWalPages(db: Database): number {
  const { logged, writtenBack } = framesOf(db);
  return Math.max(0, logged - writtenBack);
}

/** The frames of the log, up to the last commit. The connection must have no transaction open. */
export function framesOf(db: Database): { readonly logged: number; readonly writtenBack: number } {
  // NOOP runs no checkpoint and waits for no lock (https://sqlite.org/pragma.html#pragma_wal_checkpoint).
  const [row = []] = db.query("PRAGMA wal_checkpoint(NOOP)").values();
  const [, logged = 0, writtenBack = 0] = row.map(Number);
  return { logged, writtenBack };
}

function countRecords(db: Database): number {
  return Number(db.query(RECORDS).values()[0]?.[0]);
}

/**
 * From the first and the last number of each scope, which are consecutive except for replaced records: two index searches for
 * each API key, whereas counting a million records takes 8 ms.
 */
const RECORDS = `
  WITH RECURSIVE scopes(scope) AS (
    SELECT min(scope) FROM idempotency_record
    UNION ALL
    SELECT (SELECT min(scope) FROM idempotency_record WHERE scope > scopes.scope)
    FROM scopes WHERE scope IS NOT NULL
  )
  SELECT coalesce(sum(
    (SELECT number FROM idempotency_record WHERE scope = scopes.scope ORDER BY number DESC LIMIT 1)
    - (SELECT number FROM idempotency_record WHERE scope = scopes.scope ORDER BY number LIMIT 1) + 1), 0)
  FROM scopes WHERE scope IS NOT NULL`;

/** The size of the write-ahead log in bytes. It lies beside the file itself, also if `path` is a link to it. */
export function walBytes(path: string): number {
  return sizeOf(`${realpathSync(path)}-wal`);
}

/** Bytes; 0 if there is no such file. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
