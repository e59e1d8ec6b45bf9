// The closed set of error codes, and the one table of their HTTP statuses.

import type { components as AdminComponents } from "./admin.generated.ts";
import type { components } from "./openapi.generated.ts";

/** The codes of both contracts. */
export type ErrorCode = components["schemas"]["ErrorCode"] | AdminComponents["schemas"]["ErrorCode"];

/** The problem of one entry of a body (Problem of admin.yaml); `petId` keeps every digit. */
export type Problem = Omit<AdminComponents["schemas"]["Problem"], "petId"> & { readonly petId?: bigint };

/** A pet that has changed, as it is now (Conflict of admin.yaml); quantity and status are null if it was removed. */
export type Conflict = Omit<AdminComponents["schemas"]["Conflict"], "petId"> & { readonly petId: bigint };

/**
 * The further members of an error of `/admin/v1`: lists of the first 100 entries, with the number of all; the start of the history; or
 * the id of an API key.
 */
export type ErrorDetails =
  | { readonly problems: readonly Problem[]; readonly problemsTotal: number }
  | { readonly conflicts: readonly Conflict[]; readonly conflictsTotal: number }
  | { readonly historyStart: number }
  | { readonly keyId: string };

/** Exactly the spec's Error body; in `/admin/v1` with details where there are more. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status: number;
}

/** Exhaustive by type: a code of either contract without a status does not compile. */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid_json: 400,
  missing_quantity: 400,
  invalid_quantity: 400,
  unknown_field: 400,
  duplicate_field: 400,
  invalid_field: 400,
  invalid_pet_id: 400,
  invalid_changes: 400,
  pet_exists: 400,
  duplicate_pet: 400,
  invalid_header: 400,
  invalid_query: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  read_only_api_key: 403,
  insufficient_role: 403,
  pet_not_found: 404,
  revision_not_found: 404,
  key_not_found: 404,
  hook_not_found: 404,
  link_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  changed_since: 409,
  insufficient_stock: 409,
  key_inactive: 409,
  key_in_use: 409,
  key_made: 409,
  link_opened: 409,
  last_admin_key: 409,
  hook_limit: 409,
  link_expired: 410,
  link_withdrawn: 410,
  position_gone: 410,
  precondition_failed: 412,
  plan_changed: 412,
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

export function errorBody(code: ErrorCode, message: string, details?: ErrorDetails): ErrorBody {
  return { code, message, status: STATUS_OF[code], ...details };
}
