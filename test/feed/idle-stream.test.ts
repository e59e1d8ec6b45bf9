// Comments keep a stream open beyond the time after which the listener closes connections, a real deadline.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { until } from "../support/until.ts";
import { FeedServer } from "./feed-server.ts";

setDefaultTimeout(60_000);

test("a comment comes in each interval, and a stream outlives the listener's idle timeout", async () => {
  // The runtime counts the timeout in steps of 4 s.
  await using server = await FeedServer.start({ idleTimeoutS: 1, heartbeatMs: 3_000 });
  const openedAt = performance.now();
  await using stream = await EventStream.open(server.url, server.key);
  await until("two comments", () => stream.comments >= 2);
  expect(performance.now() - openedAt).toBeGreaterThan(3_000);
  await until("a comment after the idle timeout", () => stream.comments >= 3);
  expect([stream.state, stream.events.length]).toEqual(["open", 1]);
});
