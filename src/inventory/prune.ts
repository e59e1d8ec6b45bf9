// Forgetting the old part of the history: what is wanted, and what it came to.

export interface PruneOptions {
  /** What is older goes, ms since 1970. */
  readonly before: number;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Told after each portion how many rows went so far. */
  readonly onProgress?: (rows: number) => void;
}

/** What a prune removed, or would remove. */
export interface PruneReport {
  /** The revision with which the history starts afterwards: of earlier ones only each pet's last state is kept. */
  readonly historyStart: number;
  readonly movements: number;
  /** Commits, whose positions are not in the history any more. */
  readonly commits: number;
  /** Rows of pets that were removed before. */
  readonly removedPets: number;
  /** Results of changes that are made once, whose day is over. */
  readonly idempotencyRecords: number;
}
