// Streams of changes through a failover: one that keeps the stream's position goes unnoticed, one that loses it ends the stream with
// `gone`.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { until } from "../support/until.ts";
import { emptyPets, Fleet } from "./fleet.ts";
import { Pair } from "./pair.ts";

setDefaultTimeout(180_000);

const PETS = 30;

/** Opens a stream at each server. */
function openAll({ services }: Fleet, key: string): Promise<EventStream[]> {
  return Promise.all(services.map(({ url }) => EventStream.open(url, key)));
}

test("after a failover to a synchronous standby the streams go on, without a gap", async () => {
  await using pair = await Pair.start();
  await pair.replicateSynchronously();
  await using fleet = await Fleet.start(pair.url, 2);
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, PETS));
  const streams = await openAll(fleet, key);
  for (let petId = 1; petId <= PETS; petId++) await fleet.any.update(key, petId, petId);
  await pair.primary.stop("immediate");
  await pair.standby.promote();
  await until("an update", async () => (await fleet.any.update(key, 1, 1_000)).status === 200);
  for (const stream of streams) {
    await stream.shows(1, 1_000);
    expect(stream.state).toBe("open");
    for (let petId = 2; petId <= PETS; petId++) expect(stream.quantities.get(String(petId))).toBe(petId);
  }
  for (const stream of streams) await stream[Symbol.asyncDispose]();
});

test("after a failover to a standby that lacks a stream's position the stream says `gone`, and shows nothing else", async () => {
  await using pair = await Pair.start();
  await using fleet = await Fleet.start(pair.url, 2);
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, PETS));
  await until("the standby to catch up", async () => {
    const [row] = await pair.standby
      .run("SELECT max(revision) AS revision FROM commit_mark", pair.database)
      .catch(() => []);
    return row?.["revision"] === 1n;
  });
  await pair.detachStandby();
  const streams = await openAll(fleet, key);
  expect((await fleet.any.update(key, 1, 7)).status).toBe(200);
  await Promise.all(streams.map((stream) => stream.shows(1, 7)));
  await pair.primary.stop("immediate");
  await pair.standby.promote();
  // The new primary gives the same revision to another change.
  await until("an update", async () => (await fleet.any.update(key, 2, 8)).status === 200);
  for (const stream of streams) {
    await stream.ended();
    expect(stream.state).toBe("complete");
    expect(stream.events.at(-1)?.event).toBe("gone");
    expect(stream.quantities).toEqual(new Map([["1", 7]]));
  }
});
