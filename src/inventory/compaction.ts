// Compaction: returns free space in a database's file to the disk, for an engine whose database is one file. PostgreSQL has
// VACUUM (FULL) and pg_repack.
//
// Every method may throw a StoreError (store.ts); `unavailable` also if the disk has too little space.

/** Bytes. */
export interface CompactionPlan {
  /** Size of the database. */
  readonly bytes: number;
  /** Free pages in it: the least that a compaction returns. */
  readonly unusedBytes: number;
  /** Free disk needed meanwhile: a copy without the free pages, and the same size in the log. */
  readonly neededBytes: number;
}

export interface Compacted {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** False while an old snapshot is read: the file shrinks when it ends. */
  readonly isShorter: boolean;
}

/** In bytes written. */
export type OnCompaction = (done: number, total: number) => void;

export interface Compaction {
  plan(): CompactionPlan;
  /**
   * Rewrites the database with the write lock held: readers continue, writers wait. If aborted, throws the signal's reason, and
   * the database is unchanged.
   */
  run(onProgress: OnCompaction, signal: AbortSignal): Promise<Compacted>;
}
