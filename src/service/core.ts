// The parts that the operations and the readiness probe work with, opened before the first request.

import type { Config } from "../config.ts";
import { CommitQueue } from "../commit-queue/commit-queue.ts";
import { Feed } from "../feed/feed.ts";
import { HookAddresses } from "../hooks/addresses.ts";
import { Deliveries } from "../hooks/deliveries.ts";
import { post } from "../hooks/receiver.ts";
import { Downloads } from "../http/downloads.ts";
import { Readiness } from "../http/readiness.ts";
import { type CommitUnit, type OutcomeOf, sizeOf } from "../inventory/commit-unit.ts";
import { type Metrics, noMetrics } from "../inventory/metrics.ts";
import { steadyClock, systemClock } from "../inventory/clock.ts";
import type { Log } from "../inventory/log.ts";
import type { Retirement } from "../inventory/retirement.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { StoreError } from "../inventory/store-error.ts";
import { ApiKeys } from "../keys/api-keys.ts";
import { ReaderMemory } from "../snapshot/reader-memory.ts";
import { Readers } from "../snapshot/readers.ts";
import { KeyEndings } from "../keys/key-endings.ts";
import { Snapshot } from "../snapshot/snapshot.ts";
import { descriptorBudget } from "./descriptor-budget.ts";

/** Changes of one transaction at most: one fsync for hundreds of updates, while other processes wait only a few ms. */
const GROUP_MAX = 512;
/**
 * On SQLite one group that the engine writes, one that it finds when that is done, and one that is being answered: with 64 clients
 * groups of a half idle the database while they wait, and groups of a third cost half as many commits again. On PostgreSQL a group
 * costs as much as some fifteen changes, so it is worth waiting for the changes of all clients (docs/decisions/0053).
 */
const GROUPS = {
  sqlite: { groupsMax: 3, groupShare: 0.4 },
  postgres: { groupsMax: 1, groupShare: 1, gatheringMs: 2 },
} as const;

/**
 * How often the feed looks for commits of other processes while a stream is open. On SQLite a look compares a few bytes of memory;
 * on PostgreSQL it is a round trip.
 */
const LOOK_INTERVAL_MS = { sqlite: 100, postgres: 200 } as const;

export interface Core {
  readonly keys: ApiKeys;
  /** Ends the open requests of keys that have ended. */
  readonly endings: KeyEndings;
  readonly snapshot: Snapshot;
  /** Memory for slow readers of all lists: pets and labels. */
  readonly readerMemory: ReaderMemory;
  readonly downloads: Downloads;
  readonly queue: InventoryQueue;
  /** Also woken by commits of this process that bypass the queue. */
  readonly feed: Feed;
  readonly deliveries: Deliveries;
  readonly hookAddresses: HookAddresses;
  readonly readiness: Readiness;
}

/** The commit queue: each change and each change set has an outcome of its own kind. */
interface InventoryQueue extends AsyncDisposable {
  /** Changes that wait for a group. */
  readonly waiting: number;
  /**
   * Resolves when the unit is on disk. Throws a StoreError; the signal's reason if the request was aborted before the commit began.
   */
  add<U extends CommitUnit>(unit: U, request: Pick<Request, "signal">): Promise<OutcomeOf<U>>;
}

interface CoreOptions extends Pick<
  Config,
  "database" | "queueLimit" | "streamsLimit" | "keyStreamsLimit" | "keyDownloadsLimit" | "hookNetworks"
> {
  readonly store: InventoryStore;
  readonly log: Log;
}

/** Loads keys and stock, so that the first request does not wait for a million rows. Throws a StoreError. */
export async function openCore(
  { store, log, database, queueLimit, hookNetworks, ...limits }: CoreOptions,
  metrics: Metrics = noMetrics,
): Promise<Core> {
  const keys = await ApiKeys.open(store.keys, { clock: systemClock, log, metrics });
  const readerMemory = new ReaderMemory();
  const snapshot = new Snapshot(store, { log, metrics, readers: new Readers(readerMemory) });
  const endings = new KeyEndings((keyId) => keys.isUsable(keyId));
  const { keyDownloadsLimit, keyStreamsLimit } = limits;
  const { streamsLimit, downloadsLimit } = descriptorBudget({ database, ...limits }, log);
  const downloads = new Downloads({ keyDownloadsLimit, downloadsLimit, endings, log, metrics });
  const feed = new Feed({
    store,
    endings,
    ensureLive: () => store.ping(),
    isBusy: () => queue.isBusy,
    lookIntervalMs: LOOK_INTERVAL_MS[database.engine],
    log,
    metrics,
    streamsLimit,
    keyStreamsLimit,
  });
  const queue = new CommitQueue<CommitUnit, OutcomeOf<CommitUnit>>({
    commit: (units, since) => store.commit(units, since),
    sizeOf,
    lineOf: ({ by }) => by.keyId,
    refusalOf: ({ by: { keyId } }) =>
      keyId === null || keys.isUsable(keyId) ? undefined : new StoreError("key_ended", "before its commit"),
    waitingMax: queueLimit,
    groupMax: GROUP_MAX,
    ...GROUPS[database.engine],
    metrics,
    onCommitted: () => feed.wake(),
  });
  await ignoreUnavailable(async () => snapshot.current());
  await ignoreUnavailable(async () => warnIfRetired(await store.retirement(), log));
  const hookAddresses = new HookAddresses(hookNetworks);
  const deliveries = new Deliveries({
    store: store.hooks,
    since: (position, request) => feed.since(position, request),
    becameLow: (range) => store.becameLow(range),
    // Not of the snapshot, which would bring its list to now at each look.
    newest: async () => store.newest(),
    post: (posting) => post(hookAddresses, posting),
    lookIntervalMs: LOOK_INTERVAL_MS[database.engine],
    isBusy: () => queue.isBusy,
    clock: systemClock,
    steady: steadyClock,
    log,
    metrics,
  });
  const readiness = new Readiness({ store, snapshot });
  const inventoryQueue = queue as InventoryQueue;
  const reading = { snapshot, readerMemory, downloads, feed, readiness };
  return { keys, endings, queue: inventoryQueue, deliveries, hookAddresses, ...reading };
}

/** Lists of a retired inventory are still served; every update is refused. */
function warnIfRetired(retirement: Retirement | undefined, log: Log): void {
  if (retirement === undefined) return;
  const { at, to } = retirement;
  log.warn("inventory_moved", { since: new Date(at).toISOString(), to });
}

/** While the database is unavailable the service starts all the same; the first request after its return loads the list. */
async function ignoreUnavailable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "unavailable")) throw error;
  }
}
