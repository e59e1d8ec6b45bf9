// Comments show that a stream is alive (beyond the listener's idle timeout: idle-stream.test.ts).

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { until } from "../support/until.ts";
import { FeedServer } from "./feed-server.ts";

setDefaultTimeout(60_000);

test("streams that were opened together get their comments spread over the interval, each as many", async () => {
  await using server = await FeedServer.start({ heartbeatMs: 150 });
  const openedAt = performance.now();
  const streams = await Promise.all(
    Array.from({ length: 15 }, () => EventStream.open(server.url, server.key)),
  );
  await until("ten comments in each", () => streams.every(({ comments }) => comments >= 10));
  // No more than one in each interval.
  expect(performance.now() - openedAt).toBeGreaterThan(9 * 150);
  const counts = streams.map(({ comments }) => comments);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  for (const stream of streams) await stream[Symbol.asyncDispose]();
});
