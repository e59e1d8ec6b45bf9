// The frame of every operation: it sets the request id, checks the limits of the head, and turns every error into an Error
// body.

import { InvalidBodyError } from "../contract/body-text.ts";
import { errorBody, STATUS_OF } from "../contract/errors.ts";
import { toJson } from "../contract/json.ts";
import type { Awaitable } from "../inventory/awaitable.ts";
import { withoutKeys } from "../inventory/redact.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { WholeBody } from "../snapshot/encode.ts";
import { ApiError } from "./api-error.ts";
import type { ClientAddressOf, Listener } from "./client-address.ts";
import { checkHead } from "./limits.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { requestIdOf } from "./request-id.ts";
import { storeApiError } from "./store-api-error.ts";
import { traceContextOf } from "./trace-context.ts";
import { abortionOf } from "./whole-request.ts";

export type RouteRequest = Request & { readonly params?: Readonly<Record<string, string>> };

/** A body without an end. It does not count as a request in flight (requests-limit.ts): it has a limit of its own. */
interface OpenBody {
  readonly stream: ReadableStream;
}

/** A large body in pieces (downloads.ts). It is opened last, when no other error can replace it. */
export interface DeferredBody {
  /** Throws an ApiError. */
  readonly open: () => ReadableStream;
}

/** A response before the runtime's object is made, so that headers are set once. */
export interface Reply {
  /** Default: 200. */
  readonly status?: number;
  /** Reuse one Headers object for equal responses: it halves the runtime's work. Each response gets a copy. */
  readonly headers?: Readonly<Record<string, string>> | Headers;
  /** `ETag`, if responses with different tags share `headers`. */
  readonly etag?: string;
  readonly body?: string | WholeBody | DeferredBody | OpenBody;
}

/** Answers a request, or throws an ApiError, InvalidBodyError or StoreError. */
export type Operation = (request: RouteRequest, requestId: string, listener: Listener) => Awaitable<Reply>;

/** A route's handler as the server calls it; never throws. */
export type Handler = (request: RouteRequest, listener: Listener) => Awaitable<Response>;

/** Completes a response that was made, before it is sent. */
export type Finisher = (response: Response, request: Request) => void;

export interface HandlerPorts {
  readonly refusals: RefusalLog;
  readonly clientOf: ClientAddressOf;
}

/** Makes a handler of an operation; every response has `X-Request-Id`. */
export function handlerOf(operation: Operation, ports: HandlerPorts): Handler {
  return (request, listener) => {
    const context = { request, requestId: requestIdOf(request.headers), listener, ports };
    try {
      checkHead(request);
      const reply = operation(request, context.requestId, listener);
      return reply instanceof Promise
        ? responseLater(reply, context)
        : responseOf(reply, context.requestId, bodyAtOnce(reply));
    } catch (error) {
      return errorResponse(error, context);
    }
  };
}

async function responseLater(reply: Promise<Reply>, context: Context): Promise<Response> {
  try {
    const known = await reply;
    return responseOf(known, context.requestId, bodyLater(known, context.request));
  } catch (error) {
    return errorResponse(error, context);
  }
}

type Body = string | Blob | ReadableStream | undefined;

/** Sets what only this response has in the reply's own headers: the runtime copies them, and setting it in the copy takes longer. */
function responseOf({ status = 200, headers: given, etag }: Reply, requestId: string, body: Body): Response {
  const headers = given instanceof Headers ? given : new Headers(given);
  headers.set("X-Request-Id", requestId);
  if (etag !== undefined) headers.set("ETag", etag);
  return new Response(body, { status, headers });
}

function bodyAtOnce({ body }: Reply): Body {
  return isWhole(body) ? body.blob : textOrStream(body);
}

/** A larger Blob takes 23 system calls if the response is asynchronous; a stream takes two. */
const LATE_BYTES_MAX = 16 * 1024;

function bodyLater({ body }: Reply, { method }: Request): Body {
  if (!isWhole(body)) return textOrStream(body);
  // For HEAD the runtime takes Content-Length from the Blob.
  return body.bytes.length <= LATE_BYTES_MAX || method === "HEAD" ? body.blob : streamOf(body.bytes);
}

function textOrStream(body: Exclude<Reply["body"], WholeBody>): string | ReadableStream | undefined {
  if (typeof body !== "object") return body;
  return "open" in body ? body.open() : body.stream;
}

function isWhole(body: Reply["body"]): body is WholeBody {
  return typeof body === "object" && "blob" in body;
}

/** The runtime copies what the socket does not take: of a reader that has stopped one piece, not the body. */
const PIECE_BYTES = 64 * 1024;

function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream {
  return new ReadableStream({
    type: "direct",
    async pull(controller) {
      try {
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          const written = controller.write(bytes.subarray(at, at + PIECE_BYTES)) as number | Promise<number>;
          if (written instanceof Promise) await written;
        }
        controller.close();
      } catch {
        // The client has left.
      }
    },
  });
}

interface Context {
  readonly request: Request;
  readonly requestId: string;
  readonly listener: Listener;
  readonly ports: HandlerPorts;
}

function errorResponse(cause: unknown, { request, requestId, listener, ports }: Context): Response {
  const { refusals, clientOf } = ports;
  const error = abortionOf(request, cause) ?? apiErrorOf(cause);
  const status = STATUS_OF[error.code];
  const asked = { method: request.method, path: pathOf(request) };
  const refusal = {
    requestId,
    ...traceContextOf(request.headers),
    client: clientOf(request, listener),
    ...asked,
    code: error.code,
    status,
  };
  // An ApiError with status 5xx is a deliberate refusal, such as readiness while stopping, not a failure to log as error.
  if (status < 500 || cause instanceof ApiError) refusals.refused(refusal);
  else refusals.failed(refusal, describe(cause), cause instanceof StoreError ? cause.problem : undefined);
  const headers = { ...error.headers, ...JSON_TYPE, ...NO_STORE, "X-Request-Id": requestId };
  return new Response(bodyOf(error), { status, headers });
}

function bodyOf({ code, message, details }: ApiError): string {
  const body = errorBody(code, message, details);
  // Ids within details are int64.
  return details === undefined ? JSON.stringify(body) : toJson(body);
}

/** JSON has no charset parameter (RFC 8259, section 11). */
export const JSON_TYPE = { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" } as const;

/** Without it caches may store a 404 or 405 (RFC 9110, section 15.1). */
export const NO_STORE = { "Cache-Control": "no-store" } as const;

function apiErrorOf(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof InvalidBodyError) return new ApiError(cause.code, cause.message);
  if (cause instanceof StoreError) return storeApiError(cause);
  return new ApiError(
    "internal_error",
    "The service failed unexpectedly. Report it with the X-Request-Id of this response.",
  );
}

/** The path without the query, which may contain secrets. */
function pathOf(request: Request): string {
  const path = /^[a-z]+:\/\/[^/]*([^?#]*)/.exec(request.url)?.[1] ?? "";
  return withoutKeys(path).slice(0, 200);
}

function describe(cause: unknown): string {
  if (cause instanceof StoreError) return cause.message;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** The runtime leaves out the Date of responses to HEAD. A server with a clock must send it (RFC 9110, section 6.6.1). */
export const setDateOfHead: Finisher = (response, request) => {
  if (request.method === "HEAD") response.headers.set("Date", new Date().toUTCString());
};
