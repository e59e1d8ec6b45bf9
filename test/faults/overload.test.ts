// Many more updates than the service can take: each is answered 200 or 503 overloaded, memory is bounded, lists are answered,
// no acknowledged update is lost, and afterwards the service is as before.

import { expect, setDefaultTimeout, test } from "bun:test";
import { HeldLock } from "../http/held-lock.ts";
import { ledgerOf } from "../http/ledger.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { descriptorsMax, median, MemoryGrowth } from "../support/process-figures.ts";
import { RawConnection, requestOf } from "../support/raw-http.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const PETS = 200;
/** The queue's default in the long form, and enough clients that it cannot hold all of their updates at once. */
const QUEUE_LIMIT = sized({ quick: 50, hours: 10_000 });
/** The service commits one group and collects the next while other updates wait. */
const CLIENTS = QUEUE_LIMIT + sized({ quick: 350, hours: 4_000 });
/** The load ends after this many answers. */
const ANSWERS = sized({ quick: 1_500, hours: 300_000 });
/** When refused clients retry: sooner than Retry-After says, and at once. */
const RETRIES = [
  ["after a while", 200],
  ["at once", 0],
] as const;
const GROWTH_MB_MAX = 500;
/** An update is quick again within this multiple of the slowest one before the load, and far above an idle machine's time. */
const RECOVERED_TIMES = 5;
const RECOVERED_MS_MIN = 50;
const LOAD_MS_MAX = sized({ quick: 60_000, hours: 600_000 });
setDefaultTimeout(120_000 + LOAD_MS_MAX);

class Flood {
  readonly acknowledged = new Set<string>();
  overloaded = 0;
  readonly surprises: string[] = [];
  readonly #service: TestService;
  readonly #key: string;
  readonly #retryMs: number;
  readonly #random = randomFrom(SEED);
  #sent = 0;
  #stopped = false;

  constructor(service: TestService, key: string, retryMs: number) {
    this.#service = service;
    this.#key = key;
    this.#retryMs = retryMs;
  }

  /** Each client sends its next update once the one before is answered, until `stop`. */
  async run(clients: number): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.#client()));
  }

  stop(): void {
    this.#stopped = true;
  }

  get answered(): number {
    return this.acknowledged.size + this.overloaded;
  }

  async #client(): Promise<void> {
    using connection = await RawConnection.open(this.#service.url);
    while (!this.#stopped) {
      const isTaken = await this.#update(connection);
      if (!isTaken && this.#retryMs > 0) await Bun.sleep(this.#retryMs);
    }
  }

  /** Whether the update was applied. */
  async #update(connection: RawConnection): Promise<boolean> {
    const number = ++this.#sent;
    const question = { method: "PATCH", path: `/v1/inventory/${Math.floor(this.#random() * PETS)}` };
    const requestId = `flood-${number}`;
    const headers = [["Authorization", `Bearer ${this.#key}`] as const, ["X-Request-Id", requestId] as const];
    connection.send(requestOf(question, headers, `{"quantity":${number}}`));
    const { status, headers: got, text, code } = await connection.answer(question);
    if (status === 200) this.acknowledged.add(requestId);
    else if (code === "overloaded" && got.get("Retry-After") === "1") this.overloaded += 1;
    else this.surprises.push(`${status} ${text}`);
    return status === 200;
  }
}

/** Lists one after the other until the signal, and calls `look` after each; gives their number. */
async function listUntil(
  stopped: AbortSignal,
  { service, key, look }: { service: TestService; key: string; look: () => void },
): Promise<number> {
  let lists = 0;
  for (; !stopped.aborted; lists++) {
    expect((await service.list(key)).status).toBe(200);
    look();
    await Bun.sleep(20);
  }
  return lists;
}

/** The load never sets this quantity: an update that changes nothing has no movement. */
async function updateMs(service: TestService, key: string): Promise<number> {
  const startedAt = performance.now();
  expect((await service.update(key, 0, 0)).status).toBe(200);
  return performance.now() - startedAt;
}

/** How long it takes from now until ten updates in a row are quick, in ms. */
async function recovery(service: TestService, key: string, quickMs: number): Promise<number> {
  const startedAt = performance.now();
  let inARow = 0;
  await until("updates to be quick again", async () => {
    inARow = (await updateMs(service, key)) < quickMs ? inARow + 1 : 0;
    return inARow >= 10;
  });
  return performance.now() - startedAt;
}

test.each(RETRIES)(
  `${CLIENTS} concurrent updates on a queue of ${QUEUE_LIMIT}, retried %s: each is applied or refused, and no applied one is lost`,
  async (retry, retryMs) => {
    // Each client takes a descriptor here and one in the service.
    expect(descriptorsMax()).toBeGreaterThan(CLIENTS + 200);
    await using service = await TestService.start({
      rows: Array.from({ length: PETS }, (_, petId) => `${petId},0,available`),
      args: ["--queue-limit", `${QUEUE_LIMIT}`],
      keeps: (line) => line["code"] !== "overloaded",
    });
    const key = await service.makeKey();
    const growth = new MemoryGrowth(service);
    const calm: number[] = [];
    for (let count = 0; count < 20; count++) calm.push(await updateMs(service, key));

    const flood = new Flood(service, key, retryMs);
    const stop = new AbortController();
    const listing = listUntil(stop.signal, { service, key, look: () => growth.look() });
    // Another process holds the write lock at first, so the queue fills up, however fast the disk is.
    const lock = new HeldLock(service);
    const flooding = flood.run(CLIENTS);
    await until("the queue to be full", () => flood.overloaded > 0);
    lock[Symbol.dispose]();
    await until("the load's end", () => flood.answered >= ANSWERS, LOAD_MS_MAX);
    flood.stop();
    await flooding;
    const quickMs = Math.max(RECOVERED_MS_MIN, RECOVERED_TIMES * Math.max(...calm));
    const recoveredMs = await recovery(service, key, quickMs);
    stop.abort();
    const lists = await listing;

    console.log(
      `overload, sent again ${retry}: ${flood.acknowledged.size} taken, ${flood.overloaded} refused, ${lists} lists; ` +
        `updates took ${median(calm).toFixed(1)} ms before, and were quick again after ${recoveredMs.toFixed(0)} ms; seed ${SEED}`,
    );
    expect(flood.surprises).toEqual([]);
    expect(flood.acknowledged.size).toBeGreaterThan(QUEUE_LIMIT);
    expect(lists).toBeGreaterThan(0);
    growth.expectBelow(GROWTH_MB_MAX, "the overload");
    expect(service.log.filter(({ level }) => level !== "info")).toEqual([]);

    const written = (await ledgerOf(service))
      .map(({ by }) => by.requestId ?? "")
      .filter((requestId) => requestId.startsWith("flood-"));
    expect(new Set(written)).toEqual(flood.acknowledged);
    expect(written).toHaveLength(flood.acknowledged.size);
    await service.command("verify");
  },
);
