// An error that becomes an Error body.

import type { ErrorCode, ErrorDetails } from "../contract/errors.ts";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: ErrorDetails | undefined;

  /** `message` says what is wrong and what to do next; `details` only in `/admin/v1`. */
  constructor(
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    details?: ErrorDetails,
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
    this.details = details;
  }
}

const OPERATIONS =
  "The operations are GET /v1/inventory and PATCH /v1/inventory/{petId}; GET /docs shows how to use them.";

/** `hint` names the addresses that exist. */
export function routeNotFound(hint: string = OPERATIONS): ApiError {
  return new ApiError("route_not_found", `There is nothing at this address. ${hint}`);
}
