// What every request goes through, whatever it asks for: its id, the limits of its head, and one place where whatever
// was thrown becomes an Error body.

import { errorBody, STATUS_OF } from "../contract/errors.ts";
import { InvalidBodyError } from "../contract/validate.ts";
import type { Log } from "../inventory/ports.ts";
import { StoreError } from "../inventory/store.ts";
import { ApiError } from "./api-error.ts";
import { checkHead } from "./limits.ts";
import { requestIdOf } from "./request-id.ts";

export type RouteRequest = Request & { readonly params?: Readonly<Record<string, string>> };

/** Answers a request, or throws an ApiError, InvalidBodyError or StoreError. */
export type Operation = (request: RouteRequest, requestId: string) => Promise<Response>;

/** The operation as the server calls it: never throws, and every answer carries `X-Request-Id`. */
export function handlerOf(operation: Operation, log: Log): (request: RouteRequest) => Promise<Response> {
  return async (request) => {
    const requestId = requestIdOf(request.headers);
    try {
      checkHead(request);
      const response = await operation(request, requestId);
      response.headers.set("X-Request-Id", requestId);
      return response;
    } catch (error) {
      return answerTo(error, { request, requestId, log });
    }
  };
}

interface Context {
  readonly request: Request;
  readonly requestId: string;
  readonly log: Log;
}

function answerTo(cause: unknown, { request, requestId, log }: Context): Response {
  const error = apiErrorOf(cause);
  const status = STATUS_OF[error.code];
  const fields = { requestId, method: request.method, path: pathOf(request), code: error.code, status };
  if (status < 500) log.info("request_refused", fields);
  else log.error("request_failed", { ...fields, cause: describe(cause) });
  const headers = { ...error.headers, "X-Request-Id": requestId };
  return Response.json(errorBody(error.code, error.message), {
    status,
    headers: { ...headers, ...JSON_TYPE },
  });
}

// Without a charset parameter, which JSON does not have (RFC 8259, section 11).
const JSON_TYPE = { "Content-Type": "application/json" };

function apiErrorOf(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof InvalidBodyError) return new ApiError(cause.code, cause.message);
  if (cause instanceof StoreError) return answerToStoreError(cause);
  return new ApiError(
    "internal_error",
    "The service failed in a way it should not. Report it with the X-Request-Id of this answer.",
  );
}

const RETRY = { "Retry-After": "1" };

function answerToStoreError(error: StoreError): ApiError {
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
        "The update may or may not have been applied. Read the list, then decide whether to send it again.",
      );
    case "unavailable":
    case "unusable":
      return new ApiError(
        "unavailable",
        "The database does not answer; nothing was changed. Try again shortly.",
        RETRY,
      );
  }
}

/** The path alone: a query may hold what nobody should find in a log. */
function pathOf(request: Request): string {
  const path = /^[a-z]+:\/\/[^/]*([^?#]*)/.exec(request.url)?.[1] ?? "";
  return path.slice(0, 200);
}

function describe(cause: unknown): string {
  if (cause instanceof StoreError) return cause.message;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
