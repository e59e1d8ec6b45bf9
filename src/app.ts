// The composition root: puts the parts of the service together, whichever engine its store is of (engines.ts).

import { CommitQueue } from "./commit-queue/commit-queue.ts";
import { type Config, SettingError } from "./config.ts";
import { authenticator } from "./http/authenticate.ts";
import {
  CertificateError,
  type CertificateSource,
  CertificateWatch,
  readCertificate,
} from "./http/certificate.ts";
import { type ClientAddressOf, clientAddresses } from "./http/client-address.ts";
import { ConnectionsLimit } from "./http/connections-limit.ts";
import { livez, readyz } from "./http/health.ts";
import { LinuxSockets } from "./http/linux-sockets.ts";
import { listInventory } from "./http/list-inventory.ts";
import { EXCLUDABLE, Readiness } from "./http/readiness.ts";
import { RefusalLog } from "./http/refusal-log.ts";
import { limitRequests } from "./http/requests-limit.ts";
import { type RouteTable, startServer } from "./http/server.ts";
import { type Rate, TokenBuckets } from "./http/token-buckets.ts";
import { updateInventory } from "./http/update-inventory.ts";
import type { Change, Outcome } from "./inventory/change.ts";
import { IdempotencySweep } from "./inventory/idempotency-sweep.ts";
import { type Log, type Metrics, noMetrics, steadyClock, systemClock } from "./inventory/ports.ts";
import type { InventoryStore } from "./inventory/store.ts";
import type { Retirement } from "./inventory/retirement.ts";
import { StoreError } from "./inventory/store-error.ts";
import { ApiKeys } from "./keys/api-keys.ts";
import { createLog, type LogOptions, type ProcessLog } from "./log/log.ts";
import { openPrometheus, startMetricsServer } from "./metrics-server.ts";
import { pageRoutes } from "./pages/pages.ts";
import { Snapshot } from "./snapshot/snapshot.ts";

export { EXCLUDABLE };

/** Changes of one transaction: one fsync for hundreds of updates, and other processes wait a few ms at the most. */
const GROUP_MAX = 512;
/** One that the engine's writer works on, and one that it finds when it is done. */
const GROUPS_MAX = 2;

/** The log as the settings want it: `auto` is readable on a terminal, JSON elsewhere. */
export function openLog(
  { logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">,
  { onTerminal, ...stderr }: { onTerminal: boolean } & Pick<LogOptions, "color" | "journalStream">,
): ProcessLog {
  const readable = logFormat === "pretty" || (logFormat === "auto" && onTerminal);
  return createLog({ level: logLevel, readable, ...stderr });
}

/** The settings that are about requests. */
type RequestSettings = Pick<
  Config,
  | "database"
  | "host"
  | "port"
  | "queueLimit"
  | "metricsAddress"
  | "rateLimit"
  | "refusalLimit"
  | "requestsLimit"
  | "connectionsLimit"
  | "trustedProxies"
  | "corsOrigins"
>;

export interface ServiceOptions extends RequestSettings {
  readonly store: InventoryStore;
  readonly log: ProcessLog;
  /** That the program was built from. */
  readonly commit: string;
  /** For the limit on connections. */
  readonly sockets?: LinuxSockets | undefined;
  /** For https; http without it. */
  readonly tls?: CertificateSource | undefined;
}

/** What the settings say of https; undefined for http. Throws a SettingError where the files do not fit. */
export function openTls({
  tlsCert: cert,
  tlsKey: key,
}: Pick<Config, "tlsCert" | "tlsKey">): CertificateSource | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new SettingError(
      "--tls-cert and --tls-key: one is of no use without the other; give both or neither",
    );
  }
  try {
    return { files: { cert, key }, certificate: readCertificate({ cert, key }) };
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error;
    throw new SettingError(`--tls-cert and --tls-key: ${error.message}`);
  }
}

/** Undefined where connections are not to be bounded. Throws a SettingError where this system cannot do it. */
export function openSockets({
  connectionsLimit,
}: Pick<Config, "connectionsLimit">): LinuxSockets | undefined {
  if (connectionsLimit === undefined) return undefined;
  const sockets = LinuxSockets.open();
  if (sockets !== undefined) return sockets;
  throw new SettingError(
    "--connections-limit needs Linux with /proc and a known C library; leave it off here, and use a firewall",
  );
}

/** The service, from its first request to its last. */
export interface Service {
  readonly url: string;
  /** Where metrics are shown; undefined where they are not. */
  readonly metricsUrl: string | undefined;
  /** Resolves when the engine has failed for good and the process should end. */
  readonly fatal: Promise<StoreError>;
  /** Reads the certificate's files now, and not within the second. */
  reload(): void;
  /** Fails readiness and asks clients to go, and takes requests all the same. */
  announceEnd(): void;
  /** Fails readiness, answers what is in flight, commits what waits, and closes all but the store. */
  drain(): Promise<void>;
}

/**
 * Throws a StoreError, a MetricsAddressError (metrics-server.ts), or the system's error where the service's own address
 * cannot be listened on.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { store, log, tls, sockets: _, ...settings } = options;
  const prometheus = await openPrometheus(options);
  const { metrics } = prometheus ?? {};
  const core = await openCore(options, metrics);
  const { keys, snapshot, queue, readiness } = core;
  const refusals = new RefusalLog(log);
  const clientOf = clientAddresses(settings.trustedProxies);
  const routes = routesOf(core, { ...settings, clientOf });
  const certificate = tls?.certificate;
  const ports = { refusals, clientOf };
  const server = startServer({ ...settings, ...ports, routes, certificate, ...(metrics && { metrics }) });
  const watch =
    tls && new CertificateWatch(tls, { log, clock: systemClock, renew: (next) => server.renew(next) });
  const connections = limitConnections(options, server.port);
  const announceEnd = () => {
    readiness.announceEnd();
    server.closeKeepAlives();
  };
  const isStopping = () => readiness.isStopping;
  const parts = { store, keys, certificate: watch, snapshot, queue, log, isStopping };
  const metricsServer = await startMetricsServer(prometheus, parts, ports).catch(async (error: unknown) => {
    await server.abort();
    throw error;
  });
  const sweep = new IdempotencySweep(store, { log });
  const fatal = Promise.withResolvers<StoreError>();
  store.onFatal(fatal.resolve);
  return {
    url: server.url,
    metricsUrl: metricsServer?.url,
    fatal: fatal.promise,
    reload: () => watch?.reload(),
    announceEnd,
    async drain() {
      announceEnd();
      watch?.[Symbol.dispose]();
      connections?.[Symbol.dispose]();
      await server.drain(() => snapshot.readers.piecesTaken);
      for (const part of [queue, sweep, keys]) await part[Symbol.asyncDispose]();
      await server.abort();
      refusals[Symbol.dispose]();
      // Last, so that the others' end can be watched.
      await metricsServer?.abort();
    },
  };
}

/** What the answers of `/v1` and of `/readyz` are made of. */
interface Core {
  readonly keys: ApiKeys;
  readonly snapshot: Snapshot;
  readonly queue: CommitQueue<Change, Outcome>;
  readonly readiness: Readiness;
}

/** Reads keys and stock before the first request, so that none waits for a million rows. */
async function openCore(
  { store, log, queueLimit }: ServiceOptions,
  metrics: Metrics = noMetrics,
): Promise<Core> {
  const keys = await ApiKeys.open(store.keys, { clock: systemClock, log, metrics });
  const snapshot = new Snapshot(store, { log, metrics });
  const queue = new CommitQueue<Change, Outcome>({
    commit: (changes, since) => store.commit(changes, since),
    waitingMax: queueLimit,
    groupMax: GROUP_MAX,
    groupsMax: GROUPS_MAX,
    metrics,
  });
  await unlessAway(async () => snapshot.current());
  await unlessAway(async () => warnOfRetirement(await store.retirement(), log));
  return { keys, snapshot, queue, readiness: new Readiness({ store, snapshot }) };
}

function routesOf(
  { keys, snapshot, queue, readiness }: Core,
  settings: RequestSettings & { readonly clientOf: ClientAddressOf },
): RouteTable {
  const authenticate = authenticator({
    keys,
    clientOf: settings.clientOf,
    rateLimit: bucketsOf(settings.rateLimit),
    refusalLimit: bucketsOf(settings.refusalLimit),
  });
  return {
    ...limitRequests(settings.requestsLimit, authenticate, (admit) => ({
      "/v1/inventory": { GET: listInventory({ authenticate: admit, snapshot }) },
      "/v1/inventory/:petId": { PATCH: updateInventory({ authenticate: admit, queue }) },
    })),
    ...pageRoutes(),
    "/livez": { GET: livez },
    "/readyz": { GET: readyz(readiness) },
  };
}

/** Undefined where they are not limited. */
function limitConnections(
  { sockets, connectionsLimit: connectionsMax, trustedProxies: trusted, log }: ServiceOptions,
  port: number,
): ConnectionsLimit | undefined {
  if (sockets === undefined || connectionsMax === undefined) return undefined;
  return new ConnectionsLimit({ sockets, port, connectionsMax, trusted, log });
}

function bucketsOf(rate: Rate | undefined): TokenBuckets | undefined {
  return rate && new TokenBuckets(rate, { clock: steadyClock });
}

/** Lists go on; every update will be refused. */
function warnOfRetirement(retirement: Retirement | undefined, log: Log): void {
  if (retirement === undefined) return;
  const { at, to } = retirement;
  log.warn("inventory_moved", { since: new Date(at).toISOString(), to });
}

/** Where the database is away, the first request after its return does the work. */
async function unlessAway(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "unavailable")) throw error;
  }
}
