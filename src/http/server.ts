// The HTTP server: builds handlers from the route table, and configures the runtime's server.

import http from "node:http";
import type { KeyRate } from "./key-rate.ts";
import type { Metrics } from "../inventory/metrics.ts";
import { routeNotFound } from "./api-error.ts";
import { ADMIN_PREFIX, API_PREFIXES, isOfApi, MCP_PATH } from "./api-paths.ts";
import { type Certificate, CIPHERS, setTransportSecurity } from "./certificate.ts";
import { corsFor, type Origins } from "./cors.ts";
import {
  setDateOfHead,
  type Finisher,
  type Handler,
  handlerOf,
  type HandlerPorts,
  type Reply,
} from "./operation.ts";
import { dispatcherOf, type RouteTable } from "./dispatch.ts";
import { drain } from "./drain.ts";
import { EquivalentPaths } from "./equivalent-path.ts";
import { IDLE_TIMEOUT_S } from "./limits.ts";
import { takeLastConnections } from "./last-connections.ts";
import { Listeners } from "./listeners.ts";
import { type MeasuredMethods, withMetrics } from "./with-metrics.ts";
import { prefersHtml } from "./media-type.ts";

interface ServerOptions extends HandlerPorts {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly routes: RouteTable;
  /** Names the existing addresses in a 404. Default: the operations. */
  readonly notFoundHint?: string;
  /** The page for a browser at an unknown address outside the contracts. Default: the Error body. */
  readonly missingPage?: Reply;
  /** Undefined: requests are not counted. */
  readonly metrics?: Metrics;
  /** The operations that are counted by name, by path and method; all others are counted as "other". */
  readonly measured?: Readonly<Record<string, MeasuredMethods>>;
  /** If given, the server speaks https only. */
  readonly certificate?: Certificate | undefined;
  /** Timeout of connections without traffic. Default: `IDLE_TIMEOUT_S`. */
  readonly idleTimeoutS?: number;
  /** Tells clients of the rate of their key. Undefined: there is no limit. */
  readonly keyRate?: KeyRate | undefined;
  /** Origins whose pages may use the API. Default: only the service's own. */
  readonly corsOrigins?: Origins | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** New connections get another certificate, for two seconds some still the previous one. Open connections keep theirs. */
  renew(certificate: Certificate): void;
  /** From now on each response closes its connection, so that clients connect to another server. */
  closeKeepAlives(): void;
  /** Before a drain: accepts all established connections, and drops new ones (last-connections.ts). */
  takeLastConnections(): Promise<void>;
  /**
   * Stops accepting connections; resolves when the requests in flight are complete. Clients that have stopped reading are cut
   * off: `progress` must grow while any of them reads.
   */
  drain(progress: () => number): Promise<void>;
  /** Closes all connections at once. */
  abort(): Promise<void>;
}

const ADMIN_HINT = "GET /docs shows the operations of the Admin API and how to use them.";
/**
 * The runtime refuses a longer head with an empty body. Above our own limits, 8 KiB of address and 16 KiB of headers
 * (limits.ts), so that those are refused with an Error body; not far above, because the runtime buffers incomplete heads.
 */
const RUNTIME_HEAD_BYTES_MAX = 32 * 1024;

export function startServer(options: ServerOptions): RunningServer {
  (http as { maxHeaderSize: number }).maxHeaderSize = RUNTIME_HEAD_BYTES_MAX;
  const { host, certificate, idleTimeoutS } = options;
  const listeners = new Listeners<Bun.Server<undefined>>();
  const handlers = handlersOf(options, listeners);
  const first = listen(handlers, options);
  const { port, url } = first;
  const renew = (next: Certificate) =>
    listeners.takeOver(
      listen(handlers, { host, port: Number(port), certificate: next, idleTimeoutS, isShared: true }),
    );
  if (certificate === undefined) listeners.takeOver(first);
  else {
    // The first listener proved that the port is free. Now a listener that shares it takes over, so that the next
    // certificate's listener can open beside it.
    void first.stop(true);
    renew(certificate);
  }
  return {
    url: url.origin,
    port: Number(port),
    renew,
    closeKeepAlives: () => listeners.closeKeepAlives(),
    takeLastConnections: () => takeLastConnections(Number(port)),
    drain: (progress) => drain(listeners, progress),
    abort: () => listeners.stop(true),
  };
}

interface Handlers {
  readonly routes: Readonly<Record<string, Handler>>;
  /** Handles all other paths. */
  readonly notFound: Handler;
}

function handlersOf(options: ServerOptions, listeners: Listeners<Bun.Server<undefined>>): Handlers {
  const {
    routes,
    notFoundHint,
    missingPage,
    certificate,
    corsOrigins,
    keyRate,
    metrics,
    measured = {},
  } = options;
  const finishersOf = (path: string): readonly Finisher[] => [
    setDateOfHead,
    ...(certificate === undefined ? [] : [setTransportSecurity]),
    ...(keyRate !== undefined && isOfApi(path) ? [keyRate.finish] : []),
    // CORS is for the API only, not for pages and health checks.
    ...(corsOrigins !== undefined && isOfApi(path) ? [corsFor(corsOrigins)] : []),
  ];
  const complete = (path: string, handler: Handler) => {
    const counted = metrics === undefined ? handler : withMetrics(handler, measured[path] ?? {}, metrics);
    return listeners.completing(counted, finishersOf(path));
  };
  const notFoundWith = (hint: string | undefined) =>
    handlerOf(() => {
      throw routeNotFound(hint);
    }, options);
  const notFound = notFoundWith(notFoundHint);
  const missing = handlerOf((request) => {
    if (missingPage === undefined || !prefersHtml(request)) throw routeNotFound(notFoundHint);
    return missingPage;
  }, options);
  const known = Object.entries(routes).map(
    ([path, methods]) => [path, complete(path, handlerOf(dispatcherOf(methods), options))] as const,
  );
  // A proxy denies the Admin API and that for assistants by the beginning of an address: only there are they found, however the rest
  // is written.
  const equivalentsIn = (isIn: (path: string) => boolean) =>
    new EquivalentPaths(known.filter(([path]) => isIn(path)));
  const outsideAdmin = equivalentsIn((path) => !path.startsWith(ADMIN_PREFIX) && path !== MCP_PATH);
  const unlessEquivalent =
    (otherwise: Handler, equivalents: EquivalentPaths<Handler>): Handler =>
    (request, listener) => {
      const found = equivalents.find(request);
      return found === undefined ? otherwise(request, listener) : found.target(found.request, listener);
    };
  const unknown = API_PREFIXES.map((prefix) => {
    const path = `${prefix}*`;
    const handler = prefix === ADMIN_PREFIX ? notFoundWith(ADMIN_HINT) : notFound;
    const equivalents = equivalentsIn((each) => each.startsWith(prefix));
    return [path, unlessEquivalent(complete(path, handler), equivalents)] as const;
  });
  return {
    routes: Object.fromEntries([...known, ...unknown]),
    notFound: unlessEquivalent(complete("", missing), outsideAdmin),
  };
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly certificate?: Certificate | undefined;
  readonly idleTimeoutS?: number | undefined;
  /** Allows other listeners of the same user on this port. */
  readonly isShared?: boolean;
}

function listen({ routes, notFound }: Handlers, place: ListenAddress): Bun.Server<undefined> {
  const { host, port, certificate, idleTimeoutS = IDLE_TIMEOUT_S, isShared = false } = place;
  return Bun.serve({
    hostname: host,
    port,
    // The default outside development mode is true, which would share a port that another process uses.
    reusePort: isShared,
    // Development mode has error pages that show source code.
    development: false,
    idleTimeout: idleTimeoutS,
    // Our own limit (read-body.ts) responds with an Error body; the runtime's does not.
    maxRequestBodySize: Number.POSITIVE_INFINITY,
    ...(certificate !== undefined && {
      tls: { cert: certificate.cert, key: certificate.key, ciphers: CIPHERS },
    }),
    routes: { ...routes },
    fetch: notFound,
  });
}
