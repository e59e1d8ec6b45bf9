// A stream is asked again when this process has committed, without waiting for the next look; streams at one position share one
// reading.

import { expect, setDefaultTimeout, test } from "bun:test";
import { positionTag } from "../../src/contract/position-tag.ts";
import type { ChangesSource } from "../../src/feed/differences.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { silent } from "../snapshot/model-inventory.ts";
import { createPet, positionOf, setTo } from "../store/engine.ts";
import { EventStream } from "../support/event-stream.ts";
import { FeedServer, readingsOf } from "./feed-server.ts";

setDefaultTimeout(60_000);

/** Longer than any test. */
const NEVER_MS = 1_000_000_000;

test("a commit of this process wakes the streams, though no look is due", async () => {
  await using server = await FeedServer.start({ lookIntervalMs: NEVER_MS });
  await server.store.commit([createPet(1n, 0)]);
  await using stream = await EventStream.open(server.url, server.key);
  await server.store.commit([setTo(1n, 1)]);
  // Nothing has told the feed.
  await using later = await EventStream.open(server.url, server.key);
  expect([stream.events.length, later.revision]).toEqual([1, 2]);
  server.feed.wake();
  await stream.shows(1, 1);
  // The later stream stands there already.
  expect(later.events).toHaveLength(1);
});

test("a change between the reading of a stream's first event and its response comes without a look", async () => {
  await using server = await FeedServer.start({ lookIntervalMs: NEVER_MS });
  await server.store.commit([createPet(1n, 0)]);
  const { signal } = new AbortController();
  const body = await server.feed.open(await positionOf(server.store), { key: server.keyRecord, signal });
  await using witness = await EventStream.open(server.url, server.key);
  await server.store.commit([setTo(1n, 1)]);
  server.feed.wake();
  // Rounds go through the streams in the order in which they were opened.
  await witness.shows(1, 1);
  await using late = Bun.serve({ port: 0, fetch: () => new Response(body as ReadableStream) });
  await using stream = await EventStream.open(late.url.origin, server.key);
  await stream.shows(1, 1);
  expect(stream.events).toHaveLength(2);
});

test("a change while the first event of a stream is being read comes without a look", async () => {
  const [read, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using server = await FeedServer.start({
    lookIntervalMs: NEVER_MS,
    // As PostgreSQL, where the answer takes a round trip; the first one takes long.
    observe: (store) => ({
      ...readingsOf(store),
      async changesSince(position, movementsMax) {
        const known = store.changesSince(position, movementsMax);
        read.resolve();
        await release.promise;
        return known;
      },
    }),
  });
  await server.store.commit([createPet(1n, 0)]);
  const opening = EventStream.open(server.url, server.key, { since: await tagOf(server) });
  await read.promise;
  await server.store.commit([setTo(1n, 1)]);
  server.feed.wake();
  release.resolve();
  await using stream = await opening;
  await stream.shows(1, 1);
  expect(stream.events).toHaveLength(2);
});

async function tagOf({ store }: FeedServer): Promise<string> {
  return positionTag(await positionOf(store));
}

test("a hundred streams at one position cost one reading for each change, and each gets every event", async () => {
  let readings = 0;
  await using server = await FeedServer.start({
    lookIntervalMs: NEVER_MS,
    observe: (store) => ({
      ...readingsOf(store),
      changesSince(position, movementsMax) {
        readings += 1;
        return store.changesSince(position, movementsMax);
      },
    }),
  });
  await server.store.commit([createPet(1n, 0)]);
  const streams = await Promise.all(
    Array.from({ length: 100 }, () => EventStream.open(server.url, server.key)),
  );
  for (let quantity = 1; quantity <= 3; quantity++) {
    const before = readings;
    await server.store.commit([setTo(1n, quantity)]);
    server.feed.wake();
    await Promise.all(streams.map((stream) => stream.shows(1, quantity)));
    expect(readings - before).toBeLessThanOrEqual(2);
  }
  for (const stream of streams) {
    expect(stream.events).toHaveLength(4);
    await stream[Symbol.asyncDispose]();
  }
});

test("while the store cannot be read streams stay open, and go on where they were", async () => {
  let isAway = false;
  const failing: (store: ChangesSource) => ChangesSource = (store) => ({
    ...readingsOf(store),
    changesSince(position, movementsMax) {
      if (isAway) throw new StoreError("unavailable", "the database is away");
      return store.changesSince(position, movementsMax);
    },
  });
  const warnings: string[] = [];
  const log = { ...silent, warn: (event: string) => void warnings.push(event) };
  await using server = await FeedServer.start({ observe: failing, log });
  await server.store.commit([createPet(1n, 0)]);
  await using stream = await EventStream.open(server.url, server.key);
  isAway = true;
  await server.store.commit([setTo(1n, 1)]);
  const refused = await EventStream.tryOpen(server.url, server.key, { since: stream.position });
  expect(refused.response.status).toBe(503);
  while (warnings.length === 0) await Bun.sleep(5);
  isAway = false;
  await stream.shows(1, 1);
  expect([stream.state, stream.events.length, warnings]).toEqual(["open", 2, ["changes_not_read"]]);
  expect(server.feed.count).toBe(1);
});
