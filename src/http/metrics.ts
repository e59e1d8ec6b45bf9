// GET /metrics, on a listener of its own: for Prometheus. Without a key, so it shows nothing that a key is asked for.

import type { Gauges } from "../inventory/ports.ts";
import { SingleFlight } from "../inventory/single-flight.ts";
import type { StorageUse } from "../inventory/storage-use.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { StoreError } from "../inventory/store-error.ts";
import type { ApiKeys } from "../keys/api-keys.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { CertificateWatch } from "./certificate.ts";
import type { Operation } from "./operation.ts";

/** Prometheus gives up after some seconds, and would then have no metric at all. */
const DATABASE_TIMEOUT_MS = 1_000;

export interface MetricsOptions {
  /** What was counted, and what is looked at, as text. */
  readonly registry: { readonly contentType: string; text(condition: Gauges): Promise<string> };
  readonly store: Pick<InventoryStore, "ping" | "storageUse">;
  readonly keys: Pick<ApiKeys, "firstExpiry">;
  /** What https is spoken with; undefined for http. */
  readonly certificate: Pick<CertificateWatch, "expiresAt"> | undefined;
  readonly snapshot: Snapshot;
  readonly queue: { readonly waiting: number };
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
  const { store, storage, keys, certificate, snapshot, queue, log, isStopping } = parts;
  const database = await withTimeout(() => databaseState(store));
  const databaseUp = database !== undefined;
  // What is shown of the inventory is of now, also where nobody asks for the list.
  if (databaseUp) await withTimeout(async () => snapshot.current());
  const { position, pages, byteLength } = snapshot.latest;
  return {
    ready: database === "here" && snapshot.isLoaded && !isStopping(),
    databaseUp,
    revision: position.revision,
    pets: pages.reduce((sum, { ids }) => sum + ids.length, 0),
    waiting: queue.waiting,
    listBytes: byteLength,
    supersededBytes: snapshot.readers.heldBytes,
    readers: snapshot.readers.count,
    storage: databaseUp ? await withTimeout(async () => storage.get()) : undefined,
    certificateExpiresAt: certificate?.expiresAt,
    keyExpiresAt: keys.firstExpiry(),
    logLinesDropped: log.linesDropped,
  };
}

/** Throws where it is away. */
async function databaseState(store: Pick<InventoryStore, "ping">): Promise<"here" | "moved"> {
  try {
    await store.ping();
    return "here";
  } catch (error) {
    if (error instanceof StoreError && error.code === "retired") return "moved";
    throw error;
  }
}

/** Undefined where it fails, or takes too long. */
function withTimeout<T>(work: () => Promise<T>): Promise<T | undefined> {
  return Promise.race([work().catch(() => undefined), Bun.sleep(DATABASE_TIMEOUT_MS).then(() => undefined)]);
}
