// How every transaction that writes begins: with the write lock, on a schema that this program knows. A newer petstock may
// have come in between, and what its tables mean is its own business.

import type { Database } from "bun:sqlite";
import { beginImmediate } from "./lock.ts";
import { refuseNewer } from "./schema.ts";

/** Blocks this thread; throws `unavailable` after `lockTimeoutMs`, `unusable` where the file is newer than this program. */
export function beginWriting(
  db: Database,
  { path, lockTimeoutMs }: { path: string; lockTimeoutMs: number },
): void {
  beginImmediate(db, lockTimeoutMs);
  try {
    refuseNewer(db, path);
  } catch (error) {
    db.run("ROLLBACK");
    throw error;
  }
}
