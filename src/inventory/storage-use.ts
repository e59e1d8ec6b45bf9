// How much room a database takes, and what keeps it from being used again: for operators. What an engine cannot know is
// undefined.

export interface StorageUse {
  /** Of the database, without its write-ahead log. */
  readonly databaseBytes: number;
  /** Of these, in pages that hold nothing; later changes use them. */
  readonly unusedBytes?: number;
  /** Of the write-ahead log's file. */
  readonly walBytes?: number;
  /** Of the log, not written back to the database yet: a snapshot that is held makes it grow. */
  readonly walBacklogBytes?: number;
  /** Of the file system that has the database, left for users that are not root. */
  readonly diskFreeBytes?: number;
  readonly diskBytes?: number;
  /** Transactions since the oldest snapshot that is still held: row versions since then cannot be removed. */
  readonly oldestSnapshotTransactions?: number;
  /** Results kept for `Idempotency-Key`s, about. */
  readonly idempotencyRecords?: number;
  /** When `petstock backup` last succeeded, ms since 1970; 0 for never. */
  readonly lastBackupAt?: number;
}
