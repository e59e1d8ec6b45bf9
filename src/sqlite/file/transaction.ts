// How every transaction that writes begins: with the write lock, on a schema that this program knows. A newer petstock may
// have come in between, and what its tables mean is its own business.

import type { Database } from "bun:sqlite";
import { beginImmediate } from "./lock.ts";
import { refuseNewer } from "../schema/schema.ts";

/**
 * Blocks this thread; throws `unavailable` `lockTimeoutMs` after `since` (now where absent, of the steady clock), `unusable`
 * where the file is newer than this program.
 */
export function beginWriting(
  db: Database,
  { path, lockTimeoutMs, since }: { path: string; lockTimeoutMs: number; since?: number | undefined },
): void {
  beginImmediate(db, lockTimeoutMs, since);
  try {
    refuseNewer(db, path);
  } catch (error) {
    db.run("ROLLBACK");
    throw error;
  }
}
