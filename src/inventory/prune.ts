// Pruning the history: options and report.

export interface PruneOptions {
  /** Removes what is older, ms since 1970. */
  readonly before: number;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Called after each batch with the number of rows removed so far. */
  readonly onProgress?: (rows: number) => void;
}

/** What a prune removed, or would remove. */
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
