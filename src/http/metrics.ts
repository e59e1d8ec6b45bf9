// GET /metrics, on a listener of its own: for Prometheus. Without a key, so it shows nothing that a key is asked for.

import type { Condition } from "../inventory/ports.ts";
import type { InventoryStore } from "../inventory/store.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Operation } from "./operation.ts";

/** Whoever asks gives up after some seconds, and would then know nothing at all. */
const DATABASE_MS_MAX = 1_000;

export interface MetricsOptions {
  /** What was counted, and what is looked at, as text. */
  readonly shown: { readonly contentType: string; text(condition: Condition): Promise<string> };
  readonly store: Pick<InventoryStore, "ping">;
  readonly snapshot: Snapshot;
  readonly queue: { readonly waiting: number };
  readonly isStopping: () => boolean;
}

export function showMetrics({ shown, ...parts }: MetricsOptions): Operation {
  return async () => ({
    headers: { "Content-Type": shown.contentType },
    body: await shown.text(await conditionOf(parts)),
  });
}

async function conditionOf({ store, snapshot, queue, isStopping }: Omit<MetricsOptions, "shown">) {
  const databaseUp = await succeeds(() => store.ping());
  // What is shown of the inventory is of now, also where nobody asks for the list.
  if (databaseUp) await succeeds(async () => snapshot.current());
  const { position, pages, byteLength } = snapshot.latest;
  return {
    ready: databaseUp && !isStopping(),
    databaseUp,
    revision: position.revision,
    pets: pages.reduce((sum, { ids }) => sum + ids.length, 0),
    waiting: queue.waiting,
    listBytes: byteLength,
    supersededBytes: snapshot.readers.heldBytes,
    readers: snapshot.readers.count,
  };
}

function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  const done = work().then(
    () => true,
    () => false,
  );
  return Promise.race([done, Bun.sleep(DATABASE_MS_MAX).then(() => false)]);
}
