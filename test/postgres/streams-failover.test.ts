// A failover that loses a stream's position ends the stream with `gone`. One that keeps it goes unnoticed: failover.test.ts.

import { expect, setDefaultTimeout, test } from "bun:test";
import { EventStream } from "../support/event-stream.ts";
import { until } from "../support/until.ts";
import { emptyPets, Fleet } from "./fleet.ts";
import { Pair } from "./pair.ts";

setDefaultTimeout(180_000);

const PETS = 30;

test("after a failover to a standby that lacks a stream's position the stream says `gone`, and shows nothing else", async () => {
  await using pair = await Pair.start();
  await using fleet = await Fleet.start(pair.url, 2);
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, PETS));
  await pair.standbyReaches(1n);
  await pair.detachStandby();
  const streams = await Promise.all(fleet.services.map(({ url }) => EventStream.open(url, key)));
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
