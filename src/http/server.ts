// The HTTP server: the route table, and what the runtime must be told.

import http from "node:http";
import type { Metrics } from "../inventory/ports.ts";
import { ApiError, routeNotFound } from "./api-error.ts";
import type { Certificate } from "./certificate.ts";
import { type Origins, withCors } from "./cors.ts";
import { Listeners } from "./listeners.ts";
import { withMetrics } from "./with-metrics.ts";
import { type Handler, handlerOf, type HandlerPorts, type Operation } from "./operation.ts";
import { CIPHERS, withTransportSecurity } from "./transport-security.ts";

/** Address to method to operation. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface ServerOptions extends HandlerPorts {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  readonly routes: RouteTable;
  /** What there is, for whoever asks for anything else; the operations where absent. */
  readonly notFoundHint?: string;
  /** Where requests are to be counted. */
  readonly metrics?: Metrics;
  /** For https, and no http then. */
  readonly certificate?: Certificate | undefined;
  /** Whose pages may use the interface; only the service's own where absent. */
  readonly corsOrigins?: Origins | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** Serves new connections with another certificate, for two seconds some still with the last. Those there are go on as they began. */
  renew(certificate: Certificate): void;
  /** From now on every answer ends its connection, so that clients come back elsewhere. */
  closeKeepAlives(): void;
  /**
   * Takes no new connections; resolves when the requests in flight are answered. Clients that have stopped reading are cut
   * off: while `progress` grows, some still read.
   */
  drain(progress: () => number): Promise<void>;
  /** Cuts off whatever is still there. */
  abort(): Promise<void>;
}

/** All of the interface has these addresses. */
const API_PREFIX = "/v1/";
/**
 * The runtime refuses a longer head with an empty body, and keeps so much of each head that is not whole yet: above our own
 * limits, 8 KiB of address and 16 KiB of headers (limits.ts), so that these are refused with an Error body; and not far above.
 */
const RUNTIME_HEAD_BYTES_MAX = 32 * 1024;
/** Also ends a handler that has not answered for so long, so it must outlast the wait for the database's lock. */
const IDLE_TIMEOUT_S = 120;

export function startServer(options: ServerOptions): RunningServer {
  (http as { maxHeaderSize: number }).maxHeaderSize = RUNTIME_HEAD_BYTES_MAX;
  const { host, certificate } = options;
  const listeners = new Listeners<Bun.Server<undefined>>();
  const handlers = handlersOf(options, listeners);
  const first = listen(handlers, options);
  const { port, url } = first;
  const renew = (next: Certificate) =>
    listeners.takeOver(listen(handlers, { host, port: Number(port), certificate: next, isShared: true }));
  if (certificate === undefined) listeners.takeOver(first);
  else {
    // Nobody else was on the port, so that from now on it can be shared: with the listener that has the next certificate.
    void first.stop(true);
    renew(certificate);
  }
  return {
    url: url.origin,
    port: Number(port),
    renew,
    closeKeepAlives: () => listeners.closeKeepAlives(),
    drain: (progress) => listeners.drain(progress),
    abort: () => listeners.stop(true),
  };
}

interface Handlers {
  readonly routes: Readonly<Record<string, Handler>>;
  /** Of every other address. */
  readonly notFound: Handler;
}

function handlersOf(options: ServerOptions, listeners: Listeners<Bun.Server<undefined>>): Handlers {
  const { routes, notFoundHint, certificate, corsOrigins, metrics } = options;
  const answering = (handler: Handler, path = "") => {
    const counted = metrics === undefined ? handler : withMetrics(handler, path, metrics);
    return listeners.withConnectionClose(
      certificate === undefined ? counted : withTransportSecurity(counted),
    );
  };
  const shared = (handler: Handler) => (corsOrigins === undefined ? handler : withCors(handler, corsOrigins));
  const notFound = handlerOf(() => {
    throw routeNotFound(notFoundHint);
  }, options);
  const handlers = Object.entries(routes).map(([path, methods]): [string, Handler] => [
    path,
    handlerOf(dispatcherOf(methods), options),
  ]);
  // Pages and health checks are nobody else's business.
  const interfaceAlone = [...handlers, [`${API_PREFIX}*`, notFound] as const].map(
    ([path, handler]): [string, Handler] => [path, path.startsWith(API_PREFIX) ? shared(handler) : handler],
  );
  return {
    routes: Object.fromEntries(interfaceAlone.map(([path, handler]) => [path, answering(handler, path)])),
    notFound: answering(notFound),
  };
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly certificate?: Certificate | undefined;
  /** With other listeners that share it, which the runtime takes for any of this user's. */
  readonly isShared?: boolean;
}

function listen({ routes, notFound }: Handlers, place: ListenAddress): Bun.Server<undefined> {
  const { host, port, certificate, isShared = false } = place;
  return Bun.serve({
    hostname: host,
    port,
    // Outside its development mode the runtime would share a taken port with whoever has it.
    reusePort: isShared,
    // Error pages of the runtime's development mode show source.
    development: false,
    idleTimeout: IDLE_TIMEOUT_S,
    // Our own limit answers with an Error body; this one would not.
    maxRequestBodySize: Number.POSITIVE_INFINITY,
    ...(certificate !== undefined && {
      tls: { cert: certificate.cert, key: certificate.key, ciphers: CIPHERS },
    }),
    routes: { ...routes },
    fetch: notFound,
  });
}

/** One operation for all methods of an address: 405 is ours to answer, and HEAD is GET without a body. */
function dispatcherOf(methods: Readonly<Record<string, Operation>>): Operation {
  const allowed = Object.keys(methods).flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...allowed, "OPTIONS"].join(", ");
  const patch = "PATCH" in methods ? { "Accept-Patch": "application/json" } : {};
  return (request, requestId, listener) => {
    const operation = methods[request.method === "HEAD" ? "GET" : request.method];
    if (operation !== undefined) return operation(request, requestId, listener);
    if (request.method === "OPTIONS") return { status: 204, headers: { Allow: allow, ...patch } };
    throw new ApiError("method_not_allowed", `${request.method} is not taken here. Use ${allow}.`, {
      Allow: allow,
    });
  };
}
