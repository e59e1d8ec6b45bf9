// An acknowledged update or change set, of stock, of labels or of both, survives kill -9 at any moment, and a server beside a killed one keeps working. A stream
// that is followed through all kills shows exactly the history.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import type { TestService } from "../support/service.ts";
import { audit, type Audited, emptyPets, standingOf } from "./audit.ts";
import { ENGINES } from "./engines.ts";
import { FollowedStream } from "./followed-stream.ts";
import type { Movement } from "./ledger.ts";
import { Load } from "./load.ts";

const ROUNDS = sized({ quick: 1, hours: 100 });
const CLIENTS = 32;
const PETS = 200;
/** The most acknowledged updates of a round; the number is drawn for each. */
const ACKNOWLEDGED_MAX = 1_500;
const ROUND_MS_MAX = 30_000;
setDefaultTimeout(60_000 + ROUNDS * ROUND_MS_MAX);

/** The results of all rounds. */
class Tally {
  inDoubt = 0;
  applied = 0;
  readonly movements: Movement[] = [];

  add({ inDoubt, applied, movements }: Audited): void {
    this.inDoubt += inDoubt;
    this.applied += applied;
    this.movements.push(...movements);
  }

  print(what: string, { acknowledged }: Load, { events, opened }: FollowedStream): void {
    const doubts = `${this.inDoubt} in doubt (${this.applied} of them applied)`;
    const stream = `a stream of ${events.length} events, opened ${opened} times`;
    console.log(
      `${what}: ${ROUNDS} rounds, ${acknowledged} acknowledged, 0 lost, ${doubts}; ${stream}; seed ${SEED}`,
    );
  }
}

describe.each(ENGINES)("on $name", ({ name, makeDatabase }) => {
  test(`an acknowledged update survives kill -9 (${ROUNDS} rounds)`, async () => {
    const random = randomFrom(SEED);
    const load = new Load({ pets: PETS, clients: CLIENTS, labels: true, random });
    await using database = await makeDatabase();
    await using stack = new AsyncDisposableStack();
    let service = await database.start({ rows: emptyPets(PETS) });
    stack.defer(() => service[Symbol.asyncDispose]());
    const tally = new Tally();
    const key = await service.makeKey("--role", "manager");
    let before = await standingOf(service, key);
    const stream = stack.use(FollowedStream.after(await service.list(key), { url: () => service.url, key }));
    for (let round = 1; round <= ROUNDS; round++) {
      const running = load.run(service.url, key);
      await load.more(CLIENTS + Math.floor(random() * ACKNOWLEDGED_MAX), ROUND_MS_MAX);
      await kill(service);
      const updates = await running;
      await database.settled();
      service = await database.start();
      const audited = await audit(service, { key, updates, before });
      tally.add(audited);
      before = audited;
      await stream.reaches(await service.list(key));
    }
    stream.expectTrue(tally.movements);
    tally.print(`kill -9 on ${name}`, load, stream);
    expect(load.surprises).toEqual([]);
    expect(load.acknowledged).toBeGreaterThan(ROUNDS * CLIENTS);
    // The service was killed under load: some updates were in flight.
    expect(tally.inDoubt).toBeGreaterThan(0);
  });

  test(`a server beside a killed one keeps working, and no update acknowledged by either is lost (${ROUNDS} rounds)`, async () => {
    const random = randomFrom(SEED);
    const load = new Load({ pets: PETS, clients: CLIENTS / 2, readers: 2, labels: true, random });
    await using database = await makeDatabase();
    await using stack = new AsyncDisposableStack();
    stack.defer(() => database.settled());
    const services = [await database.start({ rows: emptyPets(PETS) }), await database.start()];
    for (const index of services.keys()) stack.defer(() => services[index]![Symbol.asyncDispose]());
    const tally = new Tally();
    const key = await services[0]!.makeKey("--role", "manager");
    let before = await standingOf(services[0]!, key);
    let opened = 0;
    // Another server each time, and first the one that is killed first.
    const url = () => services[++opened % services.length]!.url;
    const stream = stack.use(FollowedStream.after(await services[0]!.list(key), { url, key }));
    for (let round = 1; round <= ROUNDS; round++) {
      const [dying, other] = round % 2 === 0 ? services : services.toReversed();
      const first = load.updates.length;
      const running = [load.run(dying!.url, key), load.run(other!.url, key)];
      await load.more(CLIENTS + Math.floor(random() * ACKNOWLEDGED_MAX), ROUND_MS_MAX);
      await kill(dying!);
      // All acknowledgements of the killed server are counted by now; later ones are the other's.
      await running[0];
      await load.more(100, ROUND_MS_MAX);
      load.stop();
      await Promise.all(running);
      const audited = await audit(other!, { key, updates: load.updates.slice(first), before });
      tally.add(audited);
      before = audited;
      services[services.indexOf(dying!)] = await database.start();
      await stream.reaches(await other!.list(key));
    }
    stream.expectTrue(tally.movements);
    tally.print(`kill -9 of one of two on ${name}`, load, stream);
    expect(load.surprises).toEqual([]);
    expect(tally.inDoubt).toBeGreaterThan(0);
  });
});

async function kill(service: TestService): Promise<void> {
  service.signal("SIGKILL");
  expect(await service.exited).toBe(137);
}
