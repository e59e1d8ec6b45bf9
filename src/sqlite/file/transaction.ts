// Begins transactions that write: takes the write lock, then checks the schema version, since a newer petstock may have
// migrated the database meanwhile.

import type { Database } from "bun:sqlite";
import { beginImmediate } from "./lock.ts";
import { refuseNewer } from "../schema/schema.ts";

export interface WriteLock {
  readonly path: string;
  readonly lockTimeoutMs: number;
  /** By the steady clock. Default: now. */
  readonly since?: number | undefined;
  /** Asked under the lock: whether the schema is still the one that this connection saw last. Default: it is looked up. */
  readonly isKnown?: (() => boolean) | undefined;
}

/** Blocks this thread; throws `unavailable` `lockTimeoutMs` after `since`, `unusable` where the file is newer than this program. */
export function beginWriting(db: Database, { path, lockTimeoutMs, since, isKnown }: WriteLock): void {
  beginImmediate(db, lockTimeoutMs, since);
  try {
    if (isKnown?.() !== true) refuseNewer(db, path);
  } catch (error) {
    db.run("ROLLBACK");
    throw error;
  }
}
