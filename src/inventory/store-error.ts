// The failures of an engine, as a closed set of codes.

export const STORE_ERROR_CODES = [
  "unavailable",
  "refused",
  "outcome_unknown",
  "overloaded",
  "unusable",
  "retired",
] as const;
export type StoreErrorCode = (typeof STORE_ERROR_CODES)[number];

/** An engine's failure. `message` is for the log and the operator, never for a client. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
