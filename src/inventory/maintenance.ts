// Maintenance of a database: its disk use, and options and reports of compacting, pruning and verifying.

import type { MissingIndex } from "./migration.ts";
import type { Position } from "./position.ts";

/** Bytes. */
export interface CompactionPlan {
  /** Size of the database. */
  readonly bytes: number;
  /** Free pages in it: the least that a compaction returns. */
  readonly unusedBytes: number;
  /** Free disk needed meanwhile, at most. */
  readonly neededBytes: number;
  /** The file must be rewritten as a whole: writers wait until that is done. */
  readonly updatesWait: boolean;
}

export interface Compacted {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** False while an old snapshot is read: the file shrinks when it ends. */
  readonly isShorter: boolean;
}

/** In bytes. */
export type OnCompaction = (done: number, total: number) => void;

/**
 * Returns free space in a database's file to the disk, for an engine whose database is one file; PostgreSQL has VACUUM (FULL) and
 * pg_repack. Every method may throw a StoreError; `unavailable` also if the disk has too little space.
 */
export interface Compaction {
  plan(): CompactionPlan;
  /**
   * Cuts off free pages, in steps between which others write. If aborted, throws the signal's reason; the content is unchanged, and
   * the next run continues.
   */
  run(onProgress: OnCompaction, signal: AbortSignal): Promise<Compacted>;
}

/** Pruning removes old history. */
export interface PruneOptions {
  /** Removes what is older, ms since 1970. */
  readonly before: number;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Called after each batch with the number of rows removed so far. */
  readonly onProgress?: (rows: number) => void;
}

/** The rows that a prune removed, or would remove. */
export interface PruneReport {
  /** The revision with which the history starts afterwards: of earlier ones only each pet's last state is kept. */
  readonly historyStart: number;
  readonly movements: number;
  /** Commits; their positions are then no longer in the history. */
  readonly commits: number;
  /** Tombstones of pets that had been removed. */
  readonly removedPets: number;
  /** Expired idempotency records. */
  readonly idempotencyRecords: number;
}

/** How many problems are reported. */
export const PROBLEMS_MAX = 20;

/** The result of a verification; each problem is a message about a place where the ledger disagrees with stock or labels. */
export interface Verification {
  readonly position: Position;
  readonly pets: number;
  readonly movements: number;
  /** The first of them, at most 20; empty means that the ledger folds to both. */
  readonly problems: readonly string[];
}

/** The verification of a whole database. */
export interface DatabaseVerification extends Verification {
  readonly missingIndexes: readonly MissingIndex[];
}

/** Disk use of a database, for operators. Members that an engine cannot know are undefined. */
export interface StorageUse {
  /** Size of the database without its write-ahead log. */
  readonly databaseBytes: number;
  /** Free pages in it, which later changes reuse. */
  readonly unusedBytes?: number;
  /** Size of the write-ahead log's file. */
  readonly walBytes?: number;
  /** Part of the log that is not yet written back to the database; grows while a snapshot is held. */
  readonly walBacklogBytes?: number;
  /** Free space in the database's file system for users other than root. */
  readonly diskFreeBytes?: number;
  readonly diskBytes?: number;
  /** Transactions since the oldest snapshot in use: later row versions cannot be removed. */
  readonly oldestSnapshotTransactions?: number;
  /** Approximate number of idempotency records. */
  readonly idempotencyRecords?: number;
  /** When `petstock backup` last succeeded, ms since 1970; 0 for never. */
  readonly lastBackupAt?: number;
}
