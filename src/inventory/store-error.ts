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

/** An error of an engine. `message` is for logs and operators, never for clients. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
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

/** A schema from before the first release, which no migration knows (docs/decisions/0063). */
export function developmentSchema(database: string): StoreError {
  const advice =
    'export its stock and labels with the build that wrote it ("petstock export", "petstock labels export"), and import them with this one into a new database';
  return new StoreError(
    "unusable",
    `${database} was written by a petstock before the first release: ${advice}`,
  );
}
