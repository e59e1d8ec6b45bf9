// The room that the database's files take, and the disk they lie on.

import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { StorageUse } from "../inventory/storage-use.ts";
import { lastBackupAt } from "./backup-note.ts";
import { translated } from "./errors.ts";
import { pragmaNumber } from "./pragma.ts";

/** Of the database at `path`, which `db` has open. Takes no lock and reads one page. Throws a StoreError. */
export async function storageUse(db: Database, path: string): Promise<StorageUse> {
  const pages = translated(path, () => ({
    bytes: pragmaNumber(db, "page_size"),
    unused: pragmaNumber(db, "freelist_count"),
    backlog: backlogPages(db),
  }));
  const disk = await statfs(path);
  return {
    databaseBytes: sizeOf(path),
    unusedBytes: pages.unused * pages.bytes,
    walBytes: sizeOf(`${path}-wal`),
    walBacklogBytes: pages.backlog * pages.bytes,
    diskFreeBytes: disk.bavail * disk.bsize,
    diskBytes: disk.blocks * disk.bsize,
    lastBackupAt: await lastBackupAt(path),
  };
}

/**
 * Pages in the log that are not in the database yet. NOOP writes nothing back and waits for nobody
 * (https://sqlite.org/pragma.html#pragma_wal_checkpoint).
 */
function backlogPages(db: Database): number {
  const [row = []] = db.query("PRAGMA wal_checkpoint(NOOP)").values();
  const [, logged = 0, writtenBack = 0] = row.map(Number);
  return Math.max(0, logged - writtenBack);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
