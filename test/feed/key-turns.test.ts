// Large differences of many positions: read one after the other, in turns of keys, and not at all where the client has left.

import { expect, test } from "bun:test";
import type { Position } from "../../src/inventory/position.ts";
import { importRows, positionOf, rows, setTo } from "../store/engine.ts";
import { FeedServer, readingsOf } from "./feed-server.ts";

/** More than are read in one step, also of a small inventory. */
const PETS = 3_000;
const { signal } = new AbortController();

/** A server whose history has so many positions before an import of all pets, and the positions that are read, in their order. */
async function withPositions(count: number) {
  const order: Position[] = [];
  let reading = 0;
  let most = 0;
  const server = await FeedServer.start({
    observe: (store) => ({
      ...readingsOf(store),
      readChanges: async (position, onChanges) => {
        order.push(position);
        most = Math.max(most, (reading += 1));
        return store.readChanges(position, onChanges).finally(() => (reading -= 1));
      },
    }),
  });
  const { store, feed } = server;
  const importAll = (quantity: number) =>
    importRows(
      store,
      rows(...Array.from({ length: PETS }, (_, petId) => [BigInt(petId), quantity] as const)),
    );
  await importAll(0);
  const positions: Position[] = [];
  for (let at = 0; at < count; at++) {
    await store.commit([setTo(1n, at + 1)]);
    positions.push(await positionOf(store));
  }
  await importAll(1_000);
  const revisions = positions.map(({ revision }) => revision);
  const read = () => order.map(({ revision }) => revisions.indexOf(revision));
  const dispose = () => server[Symbol.asyncDispose]();
  return { feed, positions, read, most: () => most, [Symbol.asyncDispose]: dispose };
}

test("the differences of one key are read one after the other, and those of another key in its turn", async () => {
  await using running = await withPositions(6);
  const { feed, positions } = running;
  const since = (at: number, keyId: string) => feed.since(positions[at] as Position, { keyId, signal });
  const differences = await Promise.all([
    ...[0, 1, 2, 3, 4].map((at) => since(at, "one")),
    since(5, "other"),
    // The same as another key's.
    since(0, "other"),
  ]);
  expect(running.most()).toBe(1);
  expect(running.read().slice(0, 3)).toEqual([0, 1, 5]);
  expect(running.read().toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
  for (const difference of differences) {
    if (difference === "gone") throw new Error("gone");
    const { items } = JSON.parse(new TextDecoder().decode(difference.json)) as { items: unknown[] };
    expect(items).toHaveLength(PETS);
  }
});

test("a difference whose clients have all left is not read; one that another still waits for is", async () => {
  await using running = await withPositions(4);
  const { feed, positions } = running;
  const leaving = new AbortController();
  const since = (at: number, of: AbortSignal) =>
    feed.since(positions[at] as Position, { keyId: "one", signal: of });
  const results = Promise.allSettled([
    since(0, signal),
    since(1, leaving.signal),
    since(2, leaving.signal),
    since(2, signal),
    since(3, leaving.signal),
  ]);
  leaving.abort();
  const statuses = (await results).map(({ status }) => status);
  expect(running.read()).toEqual([0, 2]);
  expect([statuses[0], statuses[1], statuses[3], statuses[4]]).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
  ]);
});

test("clients that have all left get the reasons of their own signals, although they shared one reading", async () => {
  await using running = await withPositions(2);
  const { feed, positions } = running;
  const since = (at: number, of: AbortSignal) =>
    feed.since(positions[at] as Position, { keyId: "one", signal: of });
  const leaving = Array.from({ length: 3 }, () => new AbortController());
  const results = Promise.allSettled([since(0, signal), ...leaving.map((each) => since(1, each.signal))]);
  for (const each of leaving) each.abort();
  const [, ...left] = await results;
  expect(left).toHaveLength(3);
  for (const [index, each] of left.entries())
    expect((each as PromiseRejectedResult).reason).toBe(leaving[index]!.signal.reason);
});
