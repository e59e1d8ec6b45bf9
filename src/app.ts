// The composition root: the only file that knows the engines and puts the parts together.

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { CommitQueue } from "./commit-queue/commit-queue.ts";
import type { Config, DatabaseAddress } from "./config.ts";
import { DEFAULT_DATABASE_PATH } from "./config.ts";
import { livez, readyz } from "./http/health.ts";
import { listInventory } from "./http/list-inventory.ts";
import { type RouteTable, startServer } from "./http/server.ts";
import { updateInventory } from "./http/update-inventory.ts";
import type { Change, Outcome } from "./inventory/change.ts";
import { type Log, systemClock } from "./inventory/ports.ts";
import { type InventoryStore, type Retirement, StoreError } from "./inventory/store.ts";
import { ApiKeys } from "./keys/api-keys.ts";
import { createLog } from "./log.ts";
import { pageRoutes } from "./pages/pages.ts";
import { PostgresStore } from "./postgres/store.ts";
import { Snapshot } from "./snapshot/snapshot.ts";
import { SqliteStore } from "./sqlite/store.ts";
import { sqliteVersion } from "./sqlite/version.ts";

/** Changes of one transaction: one fsync for hundreds of updates, and other processes wait a few ms at the most. */
const GROUP_MAX = 512;
/** One that the engine's writer works on, and one that it finds when it is done. */
const GROUPS_MAX = 2;

/** The log as the settings want it: `auto` is readable on a terminal, JSON elsewhere. */
export function openLog(
  { logLevel, logFormat }: Pick<Config, "logLevel" | "logFormat">,
  { onTerminal, color }: { onTerminal: boolean; color: boolean },
): Log {
  const readable = logFormat === "pretty" || (logFormat === "auto" && onTerminal);
  return createLog({ level: logLevel, readable, color });
}

/** Of the embedded engine, which comes along with the program. */
export function engineVersion(): string {
  return sqliteVersion();
}

export interface StoreOptions {
  readonly database: DatabaseAddress;
  readonly lockTimeoutMs: number;
  /** Make the database where there is none; that of a PostgreSQL server must be there. */
  readonly create: boolean;
  /** Starts the writer's thread; without it the embedded engine writes on the caller's thread. */
  readonly startWorker?: () => Worker;
  /** For a service, which goes on while a PostgreSQL server is away; a command fails instead. */
  readonly log?: Log;
}

/** Opens the engine that the address names. Throws a StoreError. */
export async function openStore({ database, log, ...options }: StoreOptions): Promise<InventoryStore> {
  if (database.engine === "postgres") {
    const { lockTimeoutMs } = options;
    return PostgresStore.open({
      urls: database.urls,
      lockTimeoutMs,
      patient: log !== undefined,
      ...(log && { log }),
    });
  }
  const { path } = database;
  // Any other folder that is missing is a typing mistake.
  if (options.create && path === DEFAULT_DATABASE_PATH) mkdirSync(dirname(path), { recursive: true });
  return SqliteStore.open({ path, ...options });
}

export type ServiceOptions = Pick<Config, "host" | "port" | "queueLimit"> & {
  readonly store: InventoryStore;
  readonly log: Log;
};

/** The service, from its first request to its last. */
export interface Service {
  readonly url: string;
  /** Resolves when the engine has failed for good and the process should end. */
  readonly fatal: Promise<StoreError>;
  /** Fails readiness, answers what is in flight, commits what waits, and closes all but the store. */
  drain(): Promise<void>;
}

export async function startService({ store, log, host, port, queueLimit }: ServiceOptions): Promise<Service> {
  const keys = await ApiKeys.open(store.keys, { clock: systemClock, log });
  const snapshot = new Snapshot(store, { log });
  const commit = (changes: readonly Change[]) => store.commit(changes);
  const queue = new CommitQueue<Change, Outcome>({
    commit,
    waitingMax: queueLimit,
    groupMax: GROUP_MAX,
    groupsMax: GROUPS_MAX,
  });
  // Before the first request, so that none waits for a million rows.
  await unlessAway(async () => snapshot.current());
  await unlessAway(async () => warnOfRetirement(await store.retirement(), log));

  let stopping = false;
  const notReady = async () => (stopping ? "the service is stopping" : storeFailure(store));
  const routes: RouteTable = {
    "/v1/inventory": { GET: listInventory({ keys, snapshot }) },
    "/v1/inventory/:petId": { PATCH: updateInventory({ keys, queue }) },
    "/livez": { GET: livez },
    "/readyz": { GET: readyz(notReady) },
    ...pageRoutes(),
  };
  const server = startServer({ host, port, routes, log });
  const fatal = Promise.withResolvers<StoreError>();
  store.onFatal(fatal.resolve);
  return {
    url: server.url,
    fatal: fatal.promise,
    async drain() {
      stopping = true;
      await server.drain();
      await queue[Symbol.asyncDispose]();
      await keys[Symbol.asyncDispose]();
      await server.abort();
    },
  };
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

async function storeFailure(store: InventoryStore): Promise<string | undefined> {
  try {
    await store.ping();
    return undefined;
  } catch {
    // What exactly is for the log: whoever asks for readiness has no key.
    return "the database does not answer";
  }
}
