// Composes the running service from its parts, for the store of either engine (engines.ts).

import type { Config } from "../config.ts";
import { type CertificateSource, CertificateWatch } from "../http/certificate.ts";
import { clientAddresses } from "../http/client-address.ts";
import { ConnectionsLimit } from "../http/connections-limit.ts";
import type { LinuxSockets } from "../http/linux-sockets.ts";
import type { HandlerPorts } from "../http/operation.ts";
import { KeyRate } from "../http/key-rate.ts";
import { RefusalLog } from "../http/refusal-log.ts";
import { type RunningServer, startServer } from "../http/server.ts";
import { IdempotencySweep } from "../inventory/idempotency-sweep.ts";
import { type Metrics } from "../inventory/metrics.ts";
import { steadyClock, systemClock } from "../inventory/clock.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { StoreError } from "../inventory/store-error.ts";
import type { ProcessLog } from "../log/log.ts";
import { MISSING_PAGE } from "../pages/missing-page.ts";
import { type Core, openCore } from "./core.ts";
import { openPrometheus, startMetricsServer } from "./metrics-server.ts";
import { MEASURED, routesOf } from "./routes.ts";
import type { Build } from "../version.ts";

type ServiceSettings = Pick<
  Config,
  | "database"
  | "storeName"
  | "host"
  | "port"
  | "queueLimit"
  | "streamsLimit"
  | "keyStreamsLimit"
  | "keyDownloadsLimit"
  | "metricsAddress"
  | "rateLimit"
  | "refusalLimit"
  | "requestsLimit"
  | "connectionsLimit"
  | "trustedProxies"
  | "corsOrigins"
  | "hookNetworks"
>;

export interface ServiceOptions extends ServiceSettings {
  readonly store: InventoryStore;
  readonly log: ProcessLog;
  readonly build: Build;
  /** Needed for the limit on connections. */
  readonly sockets?: LinuxSockets | undefined;
  /** Undefined: plain http. */
  readonly tls?: CertificateSource | undefined;
}

export interface Service {
  readonly url: string;
  /** Undefined if metrics are off. */
  readonly metricsUrl: string | undefined;
  /** Resolves when the engine has failed permanently and the process should end. */
  readonly fatal: Promise<StoreError>;
  /** Checks the certificate's files now instead of at the next interval. */
  reload(): void;
  /** Fails readiness and closes keep-alive connections after their next response; still serves requests. */
  announceEnd(): void;
  /**
   * Fails readiness, completes requests in flight, commits waiting changes, and closes everything except the store. `failed`: the engine
   * is, so nothing more is accepted.
   */
  drain(why?: { readonly failed: boolean }): Promise<void>;
}

/**
 * Throws a StoreError, a MetricsAddressError (metrics-server.ts), or the system's error if the service cannot listen on its
 * address.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { store, log, tls } = options;
  const prometheus = await openPrometheus(options);
  const core = await openCore(options, prometheus?.metrics);
  const refusals = new RefusalLog(log, { metrics: prometheus?.metrics });
  const ports = { refusals, clientOf: clientAddresses(options.trustedProxies) };
  const server = listen(core, { ...options, ...ports, metrics: prometheus?.metrics });
  const watch =
    tls && new CertificateWatch(tls, { log, clock: systemClock, renew: (next) => server.renew(next) });
  const connections = limitConnections(options, server.port);
  const isStopping = () => core.readiness.isStopping;
  const observed = { ...core, store, certificate: watch, log, isStopping };
  const metricsServer = await startMetricsServer(prometheus, observed, ports).catch(
    async (error: unknown) => {
      await server.abort();
      throw error;
    },
  );
  const sweep = new IdempotencySweep(store, { log });
  const fatal = Promise.withResolvers<StoreError>();
  store.onFatal((error) => {
    // Before the process ends: its clients must not follow a file that is no longer the database.
    if (error.code === "unusable") core.feed.end("gone");
    fatal.resolve(error);
  });
  const announceEnd = () => {
    core.readiness.announceEnd();
    server.closeKeepAlives();
  };
  return {
    url: server.url,
    metricsUrl: metricsServer?.url,
    fatal: fatal.promise,
    reload: () => watch?.reload(),
    announceEnd,
    async drain({ failed } = { failed: false }) {
      announceEnd();
      if (!failed) await server.takeLastConnections();
      for (const timer of [watch, connections]) timer?.[Symbol.dispose]();
      // Their clients connect to another server.
      core.feed.end();
      await drain({ server, core, sweep });
      refusals[Symbol.dispose]();
      // Last, so that metrics show the end of the other parts.
      await metricsServer?.abort();
    },
  };
}

interface ListenOptions extends ServiceOptions, HandlerPorts {
  readonly metrics: Metrics | undefined;
}

function listen(core: Core, { tls, metrics, ...options }: ListenOptions): RunningServer {
  const { host, port, corsOrigins, refusals, clientOf, rateLimit } = options;
  const keyRate = rateLimit && new KeyRate(rateLimit, steadyClock);
  return startServer({
    host,
    port,
    corsOrigins,
    refusals,
    clientOf,
    keyRate,
    routes: routesOf(core, { ...options, keyRate, metrics }),
    missingPage: MISSING_PAGE,
    certificate: tls?.certificate,
    ...(metrics && { metrics, measured: MEASURED }),
  });
}

interface Drained {
  readonly server: RunningServer;
  readonly core: Core;
  readonly sweep: IdempotencySweep;
}

/** Completes the requests in flight, then closes the parts behind them. */
async function drain({
  server,
  core: { downloads, queue, keys, deliveries },
  sweep,
}: Drained): Promise<void> {
  await server.drain(() => downloads.piecesTaken);
  for (const part of [queue, sweep, keys, deliveries]) await part[Symbol.asyncDispose]();
  await server.abort();
}

/** Undefined if connections are not limited. */
function limitConnections(
  { sockets, connectionsLimit: connectionsMax, trustedProxies: trusted, log }: ServiceOptions,
  port: number,
): ConnectionsLimit | undefined {
  if (sockets === undefined || connectionsMax === undefined) return undefined;
  return new ConnectionsLimit({ sockets, port, connectionsMax, trusted, log });
}
