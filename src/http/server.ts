// The HTTP server: the route table, and what the runtime must be told.

import http from "node:http";
import { andThen, type Eventually } from "../inventory/eventually.ts";
import type { Log } from "../inventory/ports.ts";
import { ApiError, routeNotFound } from "./api-error.ts";
import { handlerOf, type Operation, type RouteRequest } from "./operation.ts";

/** Address to method to operation. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface ServerOptions {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly routes: RouteTable;
  readonly log: Log;
}

export interface RunningServer {
  readonly url: string;
  /** From now on every answer ends its connection, so that clients come back elsewhere. */
  sendAway(): void;
  /** Takes no new connections; resolves when the requests in flight are answered. */
  drain(): Promise<void>;
  /** Cuts off whatever is still there. */
  abort(): Promise<void>;
}

type Handler = (request: RouteRequest) => Eventually<Response>;

/** The runtime refuses a longer head with an empty body; ours, with an Error body, is 16 KiB (limits.ts). */
const RUNTIME_HEAD_BYTES_MAX = 256 * 1024;
/** Also ends a handler that has not answered for so long, so it must outlast the wait for the database's lock. */
const IDLE_TIMEOUT_S = 120;

export function startServer({ host, port, routes, log }: ServerOptions): RunningServer {
  (http as { maxHeaderSize: number }).maxHeaderSize = RUNTIME_HEAD_BYTES_MAX;
  const notFound = handlerOf(() => {
    throw routeNotFound();
  }, log);
  let leaving = false;
  const answering = (handler: Handler) => (request: RouteRequest) =>
    andThen(handler(request), (response) => (leaving ? lastOfItsConnection(response) : response));
  const server = Bun.serve({
    hostname: host,
    port,
    // Outside its development mode the runtime would share a taken port with whoever has it.
    reusePort: false,
    // Error pages of the runtime's development mode show source.
    development: false,
    idleTimeout: IDLE_TIMEOUT_S,
    // Our own limit answers with an Error body; this one would not.
    maxRequestBodySize: Number.POSITIVE_INFINITY,
    routes: Object.fromEntries(
      Object.entries(routes).map(([path, methods]) => [path, answering(handlerFor(methods, log))]),
    ),
    fetch: answering(notFound),
  });
  return {
    url: server.url.origin,
    sendAway: () => {
      leaving = true;
    },
    drain: () => server.stop(false),
    abort: () => server.stop(true),
  };
}

/** The runtime closes the connection behind it; where it stops listening it would do so without a word. */
function lastOfItsConnection(response: Response): Response {
  response.headers.set("Connection", "close");
  return response;
}

/** One handler for all methods of an address: 405 is ours to answer, and HEAD is GET without a body. */
function handlerFor(methods: Readonly<Record<string, Operation>>, log: Log): Handler {
  const allowed = Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...allowed, "OPTIONS"].join(", ");
  const patch = "PATCH" in methods ? { "Accept-Patch": "application/json" } : {};
  const dispatch: Operation = (request, requestId) => {
    const operation = methods[request.method === "HEAD" ? "GET" : request.method];
    if (operation !== undefined) return operation(request, requestId);
    if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow, ...patch } };
    throw new ApiError("method_not_allowed", `${request.method} is not taken here. Use ${allow}.`, {
      Allow: allow,
    });
  };
  return handlerOf(dispatch, log);
}
