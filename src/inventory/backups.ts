// Backups of an engine whose database is one file. PostgreSQL does not implement this: use its own tools (pg_dump, pg_restore,
// archived WAL), which cover the whole server.
//
// Every method may throw a StoreError: `unusable` if a file is invalid or cannot be written; and those of a store (store.ts).

import type { Position } from "./position.ts";
import type { DatabaseVerification } from "./maintenance.ts";

/** Summary of a backup. */
export interface BackupContents extends DatabaseVerification {
  /** Time of its newest commit, ms since 1970. */
  readonly changedAt: number;
  /** Number of API keys. */
  readonly keys: number;
  /** How many of them have the role admin and are not revoked. */
  readonly admins: number;
  /** Number of labels. */
  readonly labels: number;
  /** Where the inventory had moved; such a backup cannot be restored. Undefined if it had not moved. */
  readonly movedTo: string | undefined;
}

export interface Backup extends BackupContents {
  readonly bytes: number;
  /** Why the time of the backup could not be recorded for the metrics; undefined if it was. */
  readonly noteProblem: string | undefined;
}

/** The effect of a restore on the current database. */
export interface RestorePlan {
  readonly backup: BackupContents & {
    /** Modification time of its file, ms since 1970. */
    readonly writtenAt: number;
  };
  /** Whether a database exists. */
  readonly isThere: boolean;
  /** Position of the current database; undefined if there is none, or it has no history. */
  readonly present: Position | undefined;
  /** The newest revision that both histories have in common; undefined if there is none. */
  readonly common: number | undefined;
  /** Number of keys that only the backup has. */
  readonly keysAdded: number;
  /** How many of them have the role admin and are not revoked. */
  readonly adminsAdded: number;
  /** Number of labels in the current database. They are replaced by those of the backup. */
  readonly labelsPresent: number;
}

export interface Restored extends RestorePlan {
  /** The new position: the backup's revision with a new nonce. */
  readonly position: Position;
  /** The file with the replaced inventory; undefined if there was none. */
  readonly keptIn: string | undefined;
  /** Of the database file, where the replaced rows were: `compact` returns it. */
  readonly unusedBytes: number;
}

/** Progress, in bytes while a database is copied, in rows while they are replaced. */
export type OnProgress<Step> = (step: Step, done: number, total: number) => void;
export type BackupStep = "copying";
export type RestoreStep = "preparing" | "keeping" | "removing";

/** A backup that was copied and checked. */
export interface Restore extends AsyncDisposable {
  plan(): Promise<RestorePlan>;
  /**
   * Replaces the inventory with the backup in one transaction. The newest commit gets a new nonce, so that no earlier list tag
   * is valid. The replaced inventory is saved to a file. Keys are kept, and those that only the backup has are added. Labels
   * are replaced, unless the backup was written before there were any. Throws `retired` if the inventory has moved.
   */
  restore(onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored>;
}

export interface Backups {
  /** Writes the database from one snapshot into a new file, which is verified before it gets its name. */
  backUp(file: string, onProgress: OnProgress<BackupStep>, signal: AbortSignal): Promise<Backup>;
  /** Checks a backup, which may be untrusted, without changing anything. Throws the signal's reason. */
  open(file: string, signal: AbortSignal): Promise<Restore>;
}
