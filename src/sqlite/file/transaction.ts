// Begins transactions that write: takes the write lock, then checks the schema version, since a newer petstock may have
// migrated the database meanwhile.

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
