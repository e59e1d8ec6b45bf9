// Servers behind a load balancer are restarted one after the other under load: no request fails, and no update is lost.

import { expect, setDefaultTimeout, test } from "bun:test";
import { Balancer } from "../support/balancer.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { freePort } from "../support/free-port.ts";
import type { TestService } from "../support/service.ts";
import { audit, emptyPets, standingOf } from "./audit.ts";
import { ENGINES, type FaultDatabase } from "./engines.ts";
import { Load } from "./load.ts";

/** In each round, each server is restarted once. */
const ROUNDS = sized({ quick: 1, hours: 20 });
setDefaultTimeout(30_000 + ROUNDS * 30_000);

const PETS = 40;
/** Twenty checks of the load balancer: a late check on a busy machine must not fail the test. */
const DELAY = "1s";
/** The requests that a restarted server must have answered before the other one is stopped. */
const ANSWERS_BETWEEN = 20;

class Pair implements AsyncDisposable {
  readonly #database: FaultDatabase;
  readonly #ports = [freePort(), freePort()];
  readonly services: TestService[] = [];

  constructor(database: FaultDatabase) {
    this.#database = database;
  }

  async start(index: number, rows?: readonly string[]): Promise<TestService> {
    const args = ["--port", String(this.#ports[index]), "--shutdown-delay", DELAY];
    return (this.services[index] = await this.#database.start({ args, rows }));
  }

  async restart(index: number): Promise<TestService> {
    expect(await this.services[index]!.stop()).toBe(0);
    return this.start(index);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
  }
}

test.each(ENGINES)(
  "two servers on $name are restarted one after the other: no update or list fails, and no acknowledged one is lost",
  async ({ makeDatabase }) => {
    await using database = await makeDatabase();
    await using pair = new Pair(database);
    const first = await pair.start(0, emptyPets(PETS));
    await pair.start(1);
    const key = await first.makeKey();
    const before = await standingOf(first, key);
    await using balancer = new Balancer(pair.services.map(({ url }) => url));
    for (const { url } of pair.services) await balancer.untilServing(url, 0);
    const load = new Load({ pets: PETS, clients: 6, readers: 3, random: randomFrom(SEED) });
    const running = load.run(balancer.url, key);
    for (let round = 0; round < ROUNDS; round++) {
      for (const index of [0, 1]) {
        const { url } = await pair.restart(index);
        await balancer.untilServing(url, ANSWERS_BETWEEN);
      }
    }
    load.stop();
    const updates = await running;

    const { refusedConnections, repeated, failures } = balancer;
    console.log(
      `${2 * ROUNDS} restarts: ${load.acknowledged} updates, ${load.lists} lists, ${failures.length} failed; ` +
        `${refusedConnections} connections refused, ${repeated} requests repeated; seed ${SEED}`,
    );
    expect({ failures, surprises: load.surprises }).toEqual({ failures: [], surprises: [] });
    expect(updates.filter(({ acknowledgedAt }) => acknowledgedAt === undefined)).toEqual([]);
    expect(load.lists).toBeGreaterThan(0);
    const audited = await audit(pair.services[0]!, { key, updates, before });
    expect(audited.inDoubt).toBe(0);
  },
);
