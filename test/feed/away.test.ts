// While the database is away, streams stay open without a comment: a comment proves that nothing was missed.

import { expect, setDefaultTimeout, test } from "bun:test";
import { positionTag } from "../../src/contract/position-tag.ts";
import { PostgresStore } from "../../src/postgres/store.ts";
import { EventStream } from "../support/event-stream.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { FeedServer } from "./feed-server.ts";

setDefaultTimeout(120_000);

const HEARTBEAT_MS = 150;

test("a stream gets no comments while PostgreSQL is away, and goes on when it is back", async () => {
  await using postgres = await PostgresServer.start();
  await using store = await PostgresStore.open({
    urls: [postgres.url()],
    lockTimeoutMs: 5_000,
    retryOpen: true,
  });
  await using server = await FeedServer.start({
    heartbeatMs: HEARTBEAT_MS,
    observe: () => store,
    ensureLive: () => store.ping(),
  });
  await using stream = await EventStream.open(server.url, server.key, { since: await positionOf(store) });
  await until("comments", () => stream.comments >= 3);
  await postgres.stop("immediate");
  await until("comments to stop", async () => {
    const { comments } = stream;
    await Bun.sleep(20 * HEARTBEAT_MS);
    return stream.comments === comments;
  });
  expect(stream.state).toBe("open");
  const { comments } = stream;
  await postgres.startAgain();
  await until("comments", () => stream.comments > comments);
  expect(stream.events.map(({ event }) => event)).toEqual(["changes"]);
});

async function positionOf(store: PostgresStore): Promise<string> {
  return positionTag(await store.readAll(() => {}));
}
