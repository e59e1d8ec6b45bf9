// A network that passes nothing, or loses a reply, seen by one store: which errors its callers get, and that it recovers. The
// same under load, with services as processes, is in faults-network.test.ts.

import { expect, setDefaultTimeout, test } from "bun:test";
import { type DeadlineName, DEADLINES } from "../../src/postgres/deadlines.ts";
import type { PostgresStore } from "../../src/postgres/store.ts";
import {
  ledgerOf,
  createPet,
  expectConsistent,
  item,
  itemsOf,
  kinds,
  positionOf,
  setTo,
} from "../store/engine.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { codeOf, EventLog, openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

/** In what a client sends last: the rows of a group's ledger, in one pipeline with its COMMIT. */
const WRITE = '"request_id"';

const server = await sharedServer();

/** A store behind a network of its own, with two pets; the tests change the first. */
class Setting implements AsyncDisposable {
  readonly log = new EventLog();
  /** A silent server is found only when the test says so. */
  readonly clock: TestClock;
  readonly #owned = new AsyncDisposableStack();

  private constructor(
    readonly database: TestDatabase,
    readonly proxy: TcpProxy,
    held: readonly DeadlineName[],
  ) {
    this.clock = new TestClock(["healthCheckMs", "updateMs", "commitMs", "lookupAttemptsMs", ...held]);
  }

  static async make(held: readonly DeadlineName[] = []): Promise<Setting & { store: PostgresStore }> {
    const database = await makeDatabase(server);
    const setting = new Setting(database, new TcpProxy(server.port), held);
    setting.#owned.use(database);
    setting.#owned.use(setting.proxy);
    const url = setting.proxy.urlThrough(database.url);
    const { log, clock } = setting;
    const store = setting.#owned.use(
      await openStore(url, { lockTimeoutMs: 5_000, retryOpen: true, log, clock }),
    );
    // Both connections for updates know the statements then, and send the last ones in one piece with COMMIT.
    for (let round = 1; round <= 3; round++)
      await Promise.all([1n, 2n].map((id) => store.commit([createPet(id, round), setTo(1n, 1)])));
    await setting.#allOpened();
    return Object.assign(setting, { store });
  }

  /** A connection that is still being opened when the network goes silent would be refused by the driver's own deadline. */
  async #allOpened(): Promise<void> {
    await until("all connections to be open", async () => {
      const [row] = await this.database.run(`
        SELECT count(*) AS count FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'petstock' AND state IS NOT NULL AND state <> 'starting'`);
      return Number(row?.["count"]) === this.proxy.connections;
    });
  }

  /** Lets the deadline of a health check pass that has begun in the silence. */
  async loseServer(): Promise<void> {
    await until("the server to be lost", async () => {
      await this.clock.expire("healthCheckMs");
      return this.log.events.includes("database_lost");
    });
  }

  /** Waits until the store works again, and updates its pet. */
  async expectRecovery(store: PostgresStore): Promise<void> {
    await until("a server to be found", () => this.log.events.includes("database_found"));
    expect(kinds(await store.commit([setTo(1n, 9)]))).toEqual(["updated"]);
    expect((await itemsOf(store))[0]).toEqual(item(1n, 9));
    await expectConsistent(store);
    expect(this.log.events).toEqual(["database_lost", "database_found"]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }
}

async function quantityOf({ database }: Setting): Promise<unknown> {
  const [row] = await database.run("SELECT quantity FROM inventory WHERE pet_id = 1");
  return row?.["quantity"];
}

test("a server that is silent for a moment is waited for, and nothing is refused", async () => {
  await using setting = await Setting.make();
  const { store, proxy, clock } = setting;
  const position = await positionOf(store);
  proxy.freeze();
  const committing = store.commit([setTo(1n, 2)]);
  const listing = store.changesSince(position);
  // A health check begins in the silence as well.
  await clock.expire("healthCheckIntervalMs");
  proxy.forward();
  expect(kinds(await committing)).toEqual(["updated"]);
  expect(await listing).not.toBe("reload");
  expect(setting.log.events).toEqual([]);
});

test("when a server is silent, waiting work is refused, and later work at once until the server replies again", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  const position = await positionOf(store);
  proxy.freeze();
  const waiting = [store.commit([setTo(1n, 2)]), store.changesSince(position), store.verify()].map(codeOf);
  await setting.loseServer();
  // Not that of NoReplyError, which tells of one lost connection, and repeats the work on another.
  const lost = ["database_lost", { cause: "PostgreSQL: the server does not answer" }] as const;
  expect(setting.log.entries).toContainEqual(lost);
  expect(await Promise.all(waiting)).toEqual(["unavailable", "unavailable", "unavailable"]);
  expect(await codeOf(store.commit([setTo(1n, 3)]))).toBe("unavailable");
  expect(await codeOf(store.ping())).toBe("unavailable");
  proxy.cut();
  proxy.forward();
  await setting.expectRecovery(store);
});

test("a commit that reached the server is found in the history after its reply was lost", async () => {
  await using setting = await Setting.make();
  const { store, proxy, clock } = setting;
  const frozen = proxy.freezeOn(WRITE, "delivered");
  const committing = store.commit([setTo(1n, 2)]);
  await frozen;
  await until("the commit to happen", async () => (await quantityOf(setting)) === 2);
  await clock.expire("commitMs");
  proxy.forward();
  expect(kinds(await committing)).toEqual(["updated"]);
  await setting.expectRecovery(store);
});

test("a commit that was lost on its way is refused as surely not done", async () => {
  await using setting = await Setting.make();
  const { store, proxy, clock } = setting;
  const frozen = proxy.freezeOn(WRITE, "withheld");
  const committing = codeOf(store.commit([setTo(1n, 2)]));
  await frozen;
  await clock.expire("commitMs");
  proxy.cut();
  proxy.forward();
  expect(await committing).toBe("unavailable");
  expect(await quantityOf(setting)).toBe(1);
  await setting.expectRecovery(store);
});

test("a commit without a reply has an unknown outcome if no server can be queried in time", async () => {
  await using setting = await Setting.make();
  const { store, proxy, clock } = setting;
  const frozen = proxy.freezeOn(WRITE, "delivered");
  const committing = codeOf(store.commit([setTo(1n, 2)]));
  await frozen;
  await clock.expire("commitMs");
  await until("the search for the commit", () => setting.log.events.includes("database_lost"));
  clock.advance(DEADLINES.inDoubtMs);
  expect(await committing).toBe("outcome_unknown");
  proxy.forward();
  await setting.expectRecovery(store);
});

test("connections that the network resets again and again lose no acknowledged update, and apply no refused one", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  const codeByQuantity = new Map<number, unknown>();
  for (let round = 1; round <= 10; round++) {
    const quantities = [1, 2, 3, 4].map((i) => 10 * round + i);
    const asked = quantities.map((quantity) => codeOf(store.commit([setTo(1n, quantity)])));
    proxy.cut();
    const codes = await Promise.all(asked);
    for (const [i, quantity] of quantities.entries()) codeByQuantity.set(quantity, codes[i]);
    await until("the store to work again", async () => (await codeOf(store.ping())) === "done");
  }
  const movements = await ledgerOf(store, { limit: 1_000 });
  const made = new Set(movements.map(({ after }) => after?.quantity));
  const wrong = [...codeByQuantity].filter(
    ([quantity, code]) => code !== "outcome_unknown" && made.has(quantity) !== (code === "done"),
  );
  expect(wrong).toEqual([]);
  await expectConsistent(store);
});

test("one broken connection of the health check does not lose the server", async () => {
  // Each check begins only after the test has broken its connection.
  await using setting = await Setting.make(["healthCheckIntervalMs"]);
  const { store, database, clock } = setting;
  for (let round = 1; round <= 3; round++) {
    // A store that is used checks at each interval.
    await store.ping();
    await clock.expire("healthCheckIntervalMs");
    await clock.waitFor("healthCheckIntervalMs");
    await until("its connection to be ended", async () => {
      const ended = await database.run(`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND query LIKE 'SELECT set_config(%; SELECT version FROM petstock_version'`);
      return ended.length > 0;
    });
  }
  await store.ping();
  await clock.expire("healthCheckIntervalMs");
  await clock.waitFor("healthCheckIntervalMs");
  await store.ping();
  expect(setting.log.events).toEqual([]);
});

test("a store closes although its server is silent", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  proxy.freeze();
  const waiting = codeOf(store.commit([setTo(1n, 2)]));
  await store[Symbol.asyncDispose]();
  expect(await codeOf(store.ping())).toBe("unavailable");
  proxy.cut();
  expect(await waiting).toBe("unavailable");
});
