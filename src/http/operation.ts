// What every request goes through, whatever it asks for: its id, the limits of its head, and one place where whatever
// was thrown becomes an Error body.

import { errorBody, STATUS_OF } from "../contract/errors.ts";
import { InvalidBodyError } from "../contract/validate.ts";
import type { Awaitable } from "../inventory/awaitable.ts";
import { withoutKeys } from "../keys/redact.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { WholeBody } from "../snapshot/encode.ts";
import { ApiError } from "./api-error.ts";
import type { ClientAddressOf, Listener } from "./client-address.ts";
import { checkHead } from "./limits.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { requestIdOf } from "./request-id.ts";
import { traceContextOf } from "./trace-context.ts";

export type RouteRequest = Request & { readonly params?: Readonly<Record<string, string>> };

/** An answer before it is one of the runtime's: headers are added once, when all are known. */
export interface Reply {
  /** 200 where absent. */
  readonly status?: number;
  /** Made once and given again and again where answers are alike: to the runtime that is half the work. */
  readonly headers?: Readonly<Record<string, string>> | Headers;
  readonly body?: string | WholeBody | AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Answers a request, or throws an ApiError, InvalidBodyError or StoreError. */
export type Operation = (request: RouteRequest, requestId: string, listener: Listener) => Awaitable<Reply>;

/** As the server calls it: never throws. */
export type Handler = (request: RouteRequest, listener: Listener) => Awaitable<Response>;

export interface HandlerPorts {
  readonly refusals: RefusalLog;
  readonly clientOf: ClientAddressOf;
}

/** The operation as a handler: every answer carries `X-Request-Id`. */
export function handlerOf(operation: Operation, { refusals, clientOf }: HandlerPorts): Handler {
  return (request, listener) => {
    const requestId = requestIdOf(request.headers);
    const fail = (error: unknown) =>
      errorResponse(error, { request, requestId, refusals, client: clientOf(request, listener) });
    try {
      checkHead(request);
      const reply = operation(request, requestId, listener);
      if (!(reply instanceof Promise)) return responseOf(reply, requestId, bodyAtOnce(reply));
      return reply.then((known) => responseOf(known, requestId, bodyLater(known, request))).catch(fail);
    } catch (error) {
      return fail(error);
    }
  };
}

type Body = string | Blob | ReadableStream | AsyncGenerator<Uint8Array<ArrayBuffer>> | undefined;

function responseOf({ status = 200, headers }: Reply, requestId: string, body: Body): Response {
  const response = new Response(body, { status, ...(headers !== undefined && { headers }) });
  response.headers.set("X-Request-Id", requestId);
  return response;
}

function bodyAtOnce({ body }: Reply): Body {
  return isWhole(body) ? body.blob : body;
}

/** What this large is sent in 23 system calls where it is answered later than in the handler's turn; a stream in two. */
const LATE_BYTES_MAX = 16 * 1024;

function bodyLater({ body }: Reply, { method }: Request): Body {
  if (!isWhole(body)) return body;
  // For HEAD the runtime takes the length of a Blob.
  return body.bytes.length <= LATE_BYTES_MAX || method === "HEAD" ? body.blob : streamOf(body.bytes);
}

function isWhole(body: Reply["body"]): body is WholeBody {
  return typeof body === "object" && "blob" in body;
}

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream {
  return new ReadableStream({
    type: "direct",
    async pull(controller) {
      controller.write(bytes);
      controller.close();
    },
  });
}

interface Context {
  readonly request: Request;
  readonly requestId: string;
  readonly refusals: RefusalLog;
  readonly client: string;
}

function errorResponse(cause: unknown, { request, requestId, refusals, client }: Context): Response {
  const error = apiErrorOf(cause);
  const status = STATUS_OF[error.code];
  const asked = { method: request.method, path: pathOf(request) };
  const refusal = {
    requestId,
    ...traceContextOf(request.headers),
    client,
    ...asked,
    code: error.code,
    status,
  };
  // What was refused on purpose is no failure: a service that is stopping says so to each probe.
  if (status < 500 || cause instanceof ApiError) refusals.refused(refusal);
  else refusals.failed(refusal, describe(cause));
  const headers = { ...error.headers, ...JSON_TYPE, ...NO_STORE, "X-Request-Id": requestId };
  return new Response(JSON.stringify(errorBody(error.code, error.message)), { status, headers });
}

/** Without a charset parameter, which JSON does not have (RFC 8259, section 11); and to be taken for nothing else. */
export const JSON_TYPE = { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" } as const;

/** For what is true just now: caches may keep a 404 or 405 otherwise (RFC 9110, section 15.1). */
export const NO_STORE = { "Cache-Control": "no-store" } as const;

function apiErrorOf(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof InvalidBodyError) return new ApiError(cause.code, cause.message);
  if (cause instanceof StoreError) return toApiError(cause);
  return new ApiError(
    "internal_error",
    "The service failed in a way it should not. Report it with the X-Request-Id of this answer.",
  );
}

const RETRY = { "Retry-After": "1" };

function toApiError(error: StoreError): ApiError {
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
        "The update may or may not have been applied. If it had an Idempotency-Key, send it again as it was; else read the list, then decide.",
      );
    case "retired":
      return new ApiError(
        "unavailable",
        "The inventory has moved to another database; nothing was changed. Ask the operator of this service where it is now.",
        RETRY,
      );
    case "refused":
      return new ApiError(
        "unavailable",
        "The database refuses this update; nothing was changed. Ask the operator of this service: its log says why.",
        RETRY,
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
  return withoutKeys(path).slice(0, 200);
}

function describe(cause: unknown): string {
  if (cause instanceof StoreError) return cause.message;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
