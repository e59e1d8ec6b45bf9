// A process that writes as fast as it can beside others, through a commit queue, as the service does. Some tasks
// increment a pet that all processes share, with a precondition; one sets a pet of its own. It prints "ready", waits for
// a line of input, and ends with its figures.

import { CommitQueue } from "../../src/commit-queue/commit-queue.ts";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import { type InventoryItem, itemTag } from "../../src/inventory/item.ts";
import { createPet, setTo } from "../store/engine.ts";
import { openSqlite, startWorker } from "../sqlite/embedded.ts";

const SHARED_WRITERS = 4;

export interface Hammered {
  /** Acknowledged updates of the pet that all processes share. */
  readonly sharedUpdates: number;
  /** Acknowledged updates of the process's own pet. */
  readonly ownUpdates: number;
  /** When each group was acknowledged, ms since 1970. */
  readonly groups: readonly number[];
  /** The longest time that one update waited for its answer, ms. */
  readonly longestMs: number;
}

if (import.meta.main) {
  const [path = "", ownPet = "", updates = ""] = process.argv.slice(2);
  const hammered = await hammer(path, { ownPet: BigInt(ownPet), updates: Number(updates) });
  process.stdout.write(`${JSON.stringify(hammered)}\n`);
}

async function hammer(
  path: string,
  { ownPet, updates }: { ownPet: bigint; updates: number },
): Promise<Hammered> {
  await using store = await openSqlite(path, { create: false, lockTimeoutMs: 30_000, startWorker });
  const groups: number[] = [];
  await using queue = new CommitQueue<Change, Outcome>({
    commit: async (group) => {
      const outcomes = await store.commit(group);
      groups.push(performance.timeOrigin + performance.now());
      return outcomes;
    },
    waitingMax: 100,
    groupMax: 100,
    groupsMax: 2,
    groupShare: 0.5,
  });
  let longestMs = 0;
  const update = async (change: Change): Promise<Extract<Outcome, { item: InventoryItem }>> => {
    const startedAt = performance.now();
    const outcome = await queue.add(change);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    if (!("item" in outcome)) throw new Error(`pet ${change.petId} is ${outcome.kind}`);
    return outcome;
  };
  let [sharedUpdates, ownUpdates] = [0, 0];
  const updateShared = async () => {
    let seen: InventoryItem = { petId: 1n, quantity: 0, status: "available" };
    while (sharedUpdates + ownUpdates < updates) {
      const precondition = { anyTagOf: [itemTag(seen)] };
      const outcome = await update(setTo(1n, seen.quantity + 1, { precondition }));
      seen = outcome.item;
      if (outcome.kind === "updated") sharedUpdates += 1;
    }
  };
  const updateOwn = async () => {
    while (sharedUpdates + ownUpdates < updates) {
      const { kind } = await update(createPet(ownPet, ownUpdates + 1));
      if (kind !== "updated") throw new Error(`an update of pet ${ownPet} is ${kind}`);
      ownUpdates += 1;
    }
  };
  process.stdout.write("ready\n");
  for await (const _ of process.stdin) break;
  await Promise.all([updateOwn(), ...Array.from({ length: SHARED_WRITERS }, updateShared)]);
  return { sharedUpdates, ownUpdates, groups, longestMs };
}
