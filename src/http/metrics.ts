// GET /metrics for Prometheus, on a separate listener. It needs no key, so it shows nothing that needs one.

import type { Gauges } from "../inventory/metrics.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { StorageUse } from "../inventory/maintenance.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { ReaderMemory } from "../snapshot/reader-memory.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { CertificateWatch } from "./certificate.ts";
import type { Operation } from "./operation.ts";

/** Short, because Prometheus times out after some seconds and then has no metrics at all. */
const DATABASE_TIMEOUT_MS = 1_000;

export interface MetricsOptions {
  /** Renders counters and gauges as text. */
  readonly registry: { readonly contentType: string; text(condition: Gauges): Promise<string> };
  readonly store: Pick<InventoryStore, "ping" | "storageUse">;
  readonly keys: Pick<ApiKeys, "firstExpiry">;
  /** Undefined for plain http. */
  readonly certificate: Pick<CertificateWatch, "expiresAt"> | undefined;
  readonly snapshot: Snapshot;
  readonly readerMemory: Pick<ReaderMemory, "heldBytes" | "count">;
  readonly queue: { readonly waiting: number };
  readonly feed: { readonly count: number; readonly limit: number };
  readonly deliveries: { readonly counts: Gauges["hooks"] };
  readonly log: { readonly linesDropped: number };
  readonly isStopping: () => boolean;
}

export function metricsOperation({ registry, ...parts }: MetricsOptions): Operation {
  // One question for all requests at the time: they need no key, and the store's connections are for others.
  const storage = new SingleFlight(() => parts.store.storageUse());
  return async () => ({
    headers: { "Content-Type": registry.contentType },
    body: await registry.text(await readGauges({ ...parts, storage })),
  });
}

interface Parts extends Omit<MetricsOptions, "registry"> {
  readonly storage: SingleFlight<StorageUse>;
}

async function readGauges(parts: Parts): Promise<Gauges> {
  const { store, storage, keys, certificate, snapshot, readerMemory, queue, feed, deliveries, log } = parts;
  const database = await withTimeout(() => databaseState(store));
  const databaseUp = database !== undefined;
  // So that the gauges of the inventory are current even if no client requests the list.
  if (databaseUp) await withTimeout(async () => snapshot.current());
  const { position, pages, byteLength } = snapshot.latest;
  return {
    ready: database === "here" && snapshot.isLoaded && !parts.isStopping(),
    databaseUp,
    revision: position.revision,
    pets: pages.reduce((sum, { ids }) => sum + ids.length, 0),
    waiting: queue.waiting,
    listBytes: byteLength,
    supersededBytes: readerMemory.heldBytes,
    readers: readerMemory.count,
    streams: feed.count,
    streamsLimit: feed.limit,
    hooks: deliveries.counts,
    storage: databaseUp ? await withTimeout(async () => storage.get()) : undefined,
    certificateExpiresAt: certificate?.expiresAt,
    keyExpiresAt: keys.firstExpiry(),
    logLinesDropped: log.linesDropped,
  };
}

/** Throws if the database is unavailable. */
async function databaseState(store: Pick<InventoryStore, "ping">): Promise<"here" | "moved"> {
  try {
    await store.ping();
    return "here";
  } catch (error) {
    if (error instanceof StoreError && error.code === "retired") return "moved";
    throw error;
  }
}

/** Undefined if `work` fails or exceeds the timeout. */
function withTimeout<T>(work: () => Promise<T>): Promise<T | undefined> {
  return Promise.race([work().catch(() => undefined), Bun.sleep(DATABASE_TIMEOUT_MS).then(() => undefined)]);
}
