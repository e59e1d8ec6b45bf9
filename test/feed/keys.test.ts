// The feed ends the streams of a key that is no longer usable, and no others (with real keys of a service: ended-keys.test.ts).

import { expect, setDefaultTimeout, test } from "bun:test";
import { createPet, positionOf, setTo } from "../store/engine.ts";
import { EventStream } from "../support/event-stream.ts";
import { KeyEndings } from "../../src/keys/key-endings.ts";
import { noMetrics, type StreamEnd } from "../../src/inventory/metrics.ts";
import { until } from "../support/until.ts";
import { FeedServer } from "./feed-server.ts";

setDefaultTimeout(60_000);

test("the streams of a key that is no longer usable end, and give their places back; those of other keys go on", async () => {
  const ended = new Set<string>();
  const ends: StreamEnd[] = [];
  await using server = await FeedServer.start({
    endings: new KeyEndings((keyId) => !ended.has(keyId)),
    metrics: { ...noMetrics, streamEnded: (reason) => void ends.push(reason) },
  });
  await server.store.commit([createPet(1n, 0)]);
  await using staying = await EventStream.open(server.url, server.key);
  const other = { ...server.keyRecord, id: "other" };
  const { signal } = new AbortController();
  for (let stream = 0; stream < 2; stream++)
    await server.feed.open(await positionOf(server.store), { key: other, signal });
  expect(server.feed.count).toBe(3);
  ended.add(other.id);
  await until("the other key's streams to end", () => server.feed.count === 1);
  expect(ends).toEqual(["key", "key"]);
  await server.store.commit([setTo(1n, 1)]);
  await staying.shows(1, 1);
  expect(staying.state).toBe("open");
});
