// Giving unused room of a database's file back to the disk, for an engine whose database is one file of its own.
// PostgreSQL has VACUUM (FULL) and pg_repack for it.
//
// Every method may throw a StoreError (store.ts); `unavailable` also where the disk has too little room.

/** Bytes. */
export interface CompactionPlan {
  /** Of the database. */
  readonly bytes: number;
  /** In it, free pages: what a compaction gives back at the least. */
  readonly unusedBytes: number;
  /** Free disk that it takes meanwhile: a copy without the free pages, and the same again in the log. */
  readonly neededBytes: number;
}

export interface Compacted {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** False while an old snapshot is read: the file gets its new size afterwards. */
  readonly isShorter: boolean;
}

/** In bytes written. */
export type OnCompaction = (done: number, total: number) => void;

export interface Compaction {
  plan(): CompactionPlan;
  /**
   * Rewrites the database, with the write lock: readers go on, writers wait. Throws the signal's reason, and then the
   * database is as it was.
   */
  run(onProgress: OnCompaction, signal: AbortSignal): Promise<Compacted>;
}
