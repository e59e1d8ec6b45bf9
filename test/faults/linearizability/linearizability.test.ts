// Whatever concurrent clients send to one server or to several, and whatever happens to the servers meanwhile: there is one
// order of all operations, the same for all clients, and a list shows the whole inventory as of one moment in it; so do labels and
// streams.

import { expect, setDefaultTimeout, test } from "bun:test";
import { randomFrom, SEED, sized } from "../../support/sizes.ts";
import { ENGINES, type FaultEngine } from "../engines.ts";
import { Campaign, type Event } from "./campaign.ts";
import { check } from "./checker.ts";
import { Lies } from "./lies.ts";
import { contradictions } from "./revision-order.ts";
import { Servers } from "./servers.ts";
import { Tally } from "./tally.ts";
import { explain } from "./timeline.ts";

/** On each database. */
const HISTORIES = sized({ quick: 15, long: 20, hours: 1_000 });
/** Rare interleavings need many histories, and one without an event costs little. */
const EVENT_EVERY = 5;
const CALLS_EACH_OF_LONG_ONE = sized({ quick: 15, hours: 1_500 });

/** Ten times what a quiet machine takes. */
setDefaultTimeout(120_000 + HISTORIES * 6_000);

const [SQLITE, POSTGRES] = ENGINES as [FaultEngine, FaultEngine];

test.each<[string, readonly Event[], FaultEngine, number]>([
  ["one server on a file", ["kill", "kill", "command"], SQLITE, 1],
  ["two servers on one file", ["kill", "kill", "command"], SQLITE, 2],
  ["three servers on PostgreSQL", ["kill", "end sessions", "command"], POSTGRES, 3],
])("on %s every concurrent history is linearizable", async (setting, events, engine, size) => {
  await using servers = await Servers.on(engine, size);
  const campaign = await Campaign.on(servers, SEED);
  const tally = new Tally();
  for (let number = 0; number < HISTORIES; number++) {
    const isEventful = number % EVENT_EVERY === EVENT_EVERY - 1;
    const event = isEventful ? events[Math.floor(number / EVENT_EVERY) % events.length]! : "nothing";
    const history = await campaign.run({ clients: 6, callsEach: 8, pets: 3 + (number % 3), event });
    const verdict = check(history);
    tally.add(history, verdict);
    if (verdict.kind !== "linearizable")
      throw new Error(`${verdict.kind}; seed ${SEED}\n${explain(history)}`);
  }
  console.log(`${setting}: ${tally.words}; seed ${SEED}`);

  const checked = [...campaign.histories];
  // Too long for the search; the ledger alone decides it.
  await campaign.run({ clients: 16, callsEach: CALLS_EACH_OF_LONG_ONE, pets: 8, event: "kill" });
  const ledger = await campaign.ledger();
  expect(contradictions(campaign.histories, ledger).slice(0, 10)).toEqual([]);
  await servers.command(["verify"]);

  const lies = new Lies();
  const random = randomFrom(SEED);
  for (const history of checked) lies.falsify(history, ledger, random);
  console.log(`${setting}: ${lies.words}`);
  expect(lies.disputed).toEqual([]);
  expect(lies.refused).toBeGreaterThan(lies.checked / 2);
});
