// Errors of an engine, with a closed set of codes.

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
