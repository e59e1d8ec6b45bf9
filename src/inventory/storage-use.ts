// Disk use of a database, for operators. Members that an engine cannot know are undefined.

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
