// Errors of an engine, with a closed set of codes. Both engines word refusals of unknown schemas in the same way.

export const STORE_ERROR_CODES = [
  "unavailable",
  "refused",
  "outcome_unknown",
  "overloaded",
  "unusable",
  "retired",
  "key_ended",
] as const;
export type StoreErrorCode = (typeof STORE_ERROR_CODES)[number];

/**
 * What an operator can mend: the disk of the database or that for temporary files is full, a table is missing, or this process has no
 * file descriptor left. Clients, log and metrics name it.
 */
export const STORE_PROBLEMS = ["disk_full", "temporary_full", "table_missing", "no_descriptors"] as const;
export type StoreProblem = (typeof STORE_PROBLEMS)[number];

interface StoreErrorOptions extends ErrorOptions {
  readonly problem?: StoreProblem | undefined;
}

/** An error of an engine. `message` is for logs and operators, never for clients. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;
  readonly problem: StoreProblem | undefined;

  constructor(code: StoreErrorCode, message: string, { problem, ...options }: StoreErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.problem = problem;
  }
}

/** `database`: its path, or "the database". `version` is that of its schema, `known` the newest one of this program. */
export function newerSchema(database: string, version: number, known: number): StoreError {
  const details = `schema ${version}, and this program knows ${known}`;
  return new StoreError(
    "unusable",
    `${database} was written by a newer petstock (${details}); update petstock`,
  );
}

/** Only `serve` and `migrate` migrate: an older petstock beside them could not go on. */
export function olderSchema(database: string, version: number, known: number): StoreError {
  const details = `schema ${version}, and this program works with ${known}`;
  return new StoreError(
    "unusable",
    `${database} was written by an older petstock (${details}); make a backup, end the older services, and run "petstock migrate" or start "petstock serve"`,
  );
}

/** A schema from before the first release, which no migration knows (docs/decisions/0063). */
export function developmentSchema(database: string): StoreError {
  const advice =
    'export its stock and labels with the build that wrote it ("petstock export", "petstock labels export"), and import them with this one into a new database';
  return new StoreError(
    "unusable",
    `${database} was written by a petstock before the first release: ${advice}`,
  );
}
