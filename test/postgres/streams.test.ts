// Streams of changes with two servers on one PostgreSQL: each shows what the other commits, and asks the database rarely.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { emptyPets, Fleet } from "./fleet.ts";

setDefaultTimeout(180_000);

const PETS = 30;

async function leaveAll(streams: readonly EventStream[]): Promise<void> {
  for (const stream of streams) await stream[Symbol.asyncDispose]();
}

test("streams of both servers show the updates and imports of both, and end at the same inventory", async () => {
  await using database = await makeDatabase(await sharedServer());
  await using fleet = await Fleet.start(database.url, 2);
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, PETS));
  const streams = await Promise.all(fleet.services.map(({ url }) => EventStream.open(url, key)));
  const updates = fleet.services.map(async (service, first) => {
    for (let round = 1; round <= 40; round++) {
      const { status } = await service.update(key, 1 + ((first + round * 7) % PETS), round);
      expect(status).toBe(200);
    }
  });
  await Promise.all([...updates, fleet.importRows(emptyPets(1_000, 3_000))]);
  const { json, headers } = await fleet.any.list(key);
  const position = headers.get("ETag") ?? "";
  const listed = new Map(
    (json as unknown as { petId: number; quantity: number }[]).map((item) => [
      String(item.petId),
      item.quantity,
    ]),
  );
  for (const stream of streams) {
    await until("the newest position", () => stream.position === position);
    // The pets that were not updated since the stream began are missing in it.
    for (const [petId, quantity] of stream.quantities)
      expect([petId, listed.get(petId)]).toEqual([petId, quantity]);
    expect(stream.quantities.size).toBeGreaterThanOrEqual(3_000);
    const revisions = stream.events.map(({ id }) => Number(/\d+/.exec(id ?? "")?.[0]));
    expect(revisions).toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
  }
  await leaveAll(streams);
});

test("while nothing changes, a server looks at most five times a second for all its streams, and not without a stream", async () => {
  await using database = await makeDatabase(await sharedServer());
  await using fleet = await Fleet.start(database.url, 1);
  const [service] = fleet.services as [TestService];
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, PETS));
  const looks = async () => {
    const [row] = await database.server.run(
      "SELECT coalesce(sum(idx_scan), 0) AS count FROM pg_stat_user_tables WHERE relname = 'commit_mark'",
      database.name,
    );
    return Number(row?.["count"]);
  };
  const during = async (ms: number) => {
    const [before, startedAt] = [await looks(), performance.now()];
    await Bun.sleep(ms);
    return (1_000 * ((await looks()) - before)) / (performance.now() - startedAt);
  };
  const without = await during(2_000);
  const streams = await Promise.all(Array.from({ length: 20 }, () => EventStream.open(service.url, key)));
  const withStreams = await during(2_000);
  console.log(
    `      looks a second: ${without.toFixed(1)} without streams, ${withStreams.toFixed(1)} with 20`,
  );
  // Both include the health check. The statistics come late, so the second one includes the start of the streams. If each stream
  // looked for itself, it would be a hundred.
  expect(withStreams - without).toBeLessThan(40);
  await leaveAll(streams);
});
