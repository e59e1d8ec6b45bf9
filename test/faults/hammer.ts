// A process that writes as fast as it can beside others, through a commit queue, as the service does: tills sell from
// the stock of one pet, with a precondition on each update, and a clerk counts another pet. It prints "ready", waits for
// a line of input, and ends with its figures.

import { CommitQueue } from "../../src/commit-queue/commit-queue.ts";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import { type InventoryItem, itemTag } from "../../src/inventory/item.ts";
import { createPet, setTo } from "../store/engine.ts";
import { openSqlite, startWorker } from "../sqlite/embedded.ts";

const TILLS = 4;

export interface Hammered {
  /** Acknowledged sales of the pet that all processes sell. */
  readonly sold: number;
  /** Acknowledged counts of the process's own pet. */
  readonly counted: number;
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
  });
  let longestMs = 0;
  const ask = async (change: Change): Promise<Extract<Outcome, { item: InventoryItem }>> => {
    const asked = performance.now();
    const outcome = await queue.add(change);
    longestMs = Math.max(longestMs, performance.now() - asked);
    if (!("item" in outcome)) throw new Error(`pet ${change.petId} is ${outcome.kind}`);
    return outcome;
  };
  let [sold, counted] = [0, 0];
  const till = async () => {
    let seen: InventoryItem = { petId: 1n, quantity: 0, status: "available" };
    while (sold + counted < updates) {
      const precondition = { anyTagOf: [itemTag(seen)] };
      const outcome = await ask(setTo(1n, seen.quantity + 1, { precondition }));
      seen = outcome.item;
      if (outcome.kind === "updated") sold += 1;
    }
  };
  const clerk = async () => {
    while (sold + counted < updates) {
      const { kind } = await ask(createPet(ownPet, counted + 1));
      if (kind !== "updated") throw new Error(`a count of pet ${ownPet} is ${kind}`);
      counted += 1;
    }
  };
  process.stdout.write("ready\n");
  for await (const _ of process.stdin) break;
  await Promise.all([clerk(), ...Array.from({ length: TILLS }, till)]);
  return { sold, counted, groups, longestMs };
}
