// The closed set of error codes, and the one table of their HTTP statuses.

import type { components } from "./openapi.generated.ts";

export type ErrorCode = components["schemas"]["ErrorCode"];

/** Exactly the spec's Error body. */
export type ErrorBody = components["schemas"]["Error"];

/** Exhaustive by type: a code of openapi.yaml without a status does not compile. */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid_json: 400,
  missing_quantity: 400,
  invalid_quantity: 400,
  unknown_field: 400,
  duplicate_field: 400,
  invalid_pet_id: 400,
  invalid_header: 400,
  invalid_query: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  read_only_api_key: 403,
  pet_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  precondition_failed: 412,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  overloaded: 503,
  unavailable: 503,
  outcome_unknown: 503,
};

export function errorBody(code: ErrorCode, message: string): ErrorBody {
  return { code, message, status: STATUS_OF[code] };
}
