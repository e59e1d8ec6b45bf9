// An error that a client gets, thrown from wherever it is noticed.

import type { ErrorCode } from "../contract/errors.ts";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  /** `message` is read by people: what is wrong, and what to do next. */
  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}

export function routeNotFound(): ApiError {
  const words =
    "There is nothing at this address. The operations are GET /v1/inventory and PATCH /v1/inventory/{petId}; GET /docs shows how to use them.";
  return new ApiError("route_not_found", words);
}
