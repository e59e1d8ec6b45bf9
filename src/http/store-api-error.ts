// The answers to errors of the store. Clients learn what they can do, and what to tell the operator; details are in the log.

import { StoreError, type StoreProblem } from "../inventory/store-error.ts";
import { ApiError } from "./api-error.ts";
import { keyEnded } from "./authenticate.ts";

const PROBLEMS: Readonly<Record<StoreProblem, string>> = {
  disk_full:
    "The disk of the database is full; nothing was changed. Ask the operator of this service to free some space, then try again.",
  temporary_full:
    "The disk for temporary files is full; nothing was changed. Send fewer rows at once, or ask the operator of this service to free some space.",
  table_missing:
    "A table of the database is missing or altered; nothing was changed. Ask the operator of this service to restore it; the log names it.",
  no_descriptors:
    "This server has no file descriptor left; nothing was changed. Try again shortly; if that does not help, ask its operator to raise the limit.",
};

const RETRY = { "Retry-After": "1" };

/** The answer to a request that the store failed. */
export function storeApiError(error: StoreError): ApiError {
  switch (error.code) {
    case "overloaded":
      return new ApiError(
        "overloaded",
        "Too many updates are waiting; nothing was changed. Try again shortly.",
        RETRY,
      );
    case "outcome_unknown":
      return new ApiError(
        "outcome_unknown",
        "The update may or may not have been applied. If it had an Idempotency-Key, send the same request again; else read the list, then decide.",
      );
    case "key_ended":
      return keyEnded();
    case "retired":
      return new ApiError(
        "unavailable",
        "The inventory has moved to another database; nothing was changed. Ask the operator of this service for its new address.",
        RETRY,
      );
    case "refused":
      return new ApiError(
        "unavailable",
        "The database refused this update; nothing was changed. Ask the operator of this service; its log has the reason.",
        RETRY,
      );
    case "unavailable":
    case "unusable":
      return new ApiError(
        "unavailable",
        error.problem === undefined
          ? "The database does not answer; nothing was changed. Try again shortly."
          : PROBLEMS[error.problem],
        RETRY,
      );
  }
}
