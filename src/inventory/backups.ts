// Backups as an engine takes them whose database is one file of its own. PostgreSQL has none of this, on purpose: its
// server owns the files, and its own tools (pg_dump, pg_restore, archived logs) do it for all that a server holds.
//
// Every method may throw a StoreError: `unusable` where a file is not what it should be, or cannot be written; and those
// of a store (store.ts).

import type { Position } from "./position.ts";
import type { Verification } from "./verification.ts";

/** What a backup holds. */
export interface BackupContents extends Verification {
  /** When its newest commit was made, ms since 1970. */
  readonly changedAt: number;
  /** How many API keys. */
  readonly keys: number;
  /** Where the inventory had moved; undefined where it was still there. Such a backup is not restored from. */
  readonly movedTo: string | undefined;
}

export interface Backup extends BackupContents {
  readonly bytes: number;
  /** Why its time could not be noted beside the database, for the metrics; undefined where it was. */
  readonly noteProblem: string | undefined;
}

/** What restoring means for the database as it is now. */
export interface RestorePlan {
  readonly backup: BackupContents & {
    /** When its file was last written to, ms since 1970. */
    readonly writtenAt: number;
  };
  /** Whether there is a database already. */
  readonly isThere: boolean;
  /** Undefined where there is none, and where it has lost its history. */
  readonly present: Position | undefined;
  /** The newest revision up to which both have one history; undefined where they have none in common. */
  readonly common: number | undefined;
  /** How many keys the backup has that the database has not. */
  readonly keysAdded: number;
}

export interface Restored extends RestorePlan {
  /** Where the inventory is now: at the backup's revision, under a nonce of its own. */
  readonly position: Position;
  /** The file that has what was there before; undefined where nothing was. */
  readonly keptIn: string | undefined;
}

/** How far it is, in bytes while a database is copied and in rows while they are replaced. */
export type OnProgress<Step> = (step: Step, done: number, total: number) => void;
export type BackupStep = "copying";
export type RestoreStep = "keeping" | "replacing";

/** A backup that was looked through in a copy of its own, and found good. */
export interface Restore extends AsyncDisposable {
  plan(): Promise<RestorePlan>;
  /**
   * Makes the inventory what the backup has, in one transaction; the newest commit gets a nonce of its own, so that no
   * list's tag from before counts. What was there is kept in a file beside. Keys stay, and those that only the backup has
   * are added. Throws `retired` where the inventory has moved.
   */
  restore(onProgress: OnProgress<RestoreStep>, signal: AbortSignal): Promise<Restored>;
}

export interface Backups {
  /** Writes all there is, from one snapshot, into a file that must not be there yet; proves it before it has its name. */
  backUp(file: string, onProgress: OnProgress<BackupStep>, signal: AbortSignal): Promise<Backup>;
  /** Checks a backup, which may come from an untrusted source, without changing anything. Throws the signal's reason. */
  open(file: string, signal: AbortSignal): Promise<Restore>;
}
