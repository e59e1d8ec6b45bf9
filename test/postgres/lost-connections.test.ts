// A network that loses one connection and no other, and locks of somebody else: what waits there is given up, and the rest
// goes on. Each has a database of its own, so they run at once.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Log } from "../../src/inventory/ports.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { PostgresStore } from "../../src/postgres/store.ts";
import { CLERK, createPet, importRows, kinds, positionOf, rows, setTo } from "../store/engine.ts";
import { keyRecord } from "../store/keys-suite.ts";
import { makeDatabase, type TestDatabase } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

/** More pets than one page of a reading has. */
const PETS = 5_000;
/** Beyond the time in which a server is found to be frozen. */
const LONG_MS = 4_000;

let server: PostgresServer;
beforeAll(async () => {
  // Some twenty services at once, two for each copy.
  server = await PostgresServer.start({ settings: { fsync: "off", max_connections: "500" } });
});
afterAll(() => server[Symbol.asyncDispose]());

function undoFirst(store: PostgresStore): Promise<unknown> {
  return store.undo({ revision: 1, dryRun: false, by: CLERK });
}

type Reading = (store: PostgresStore, take: (count: number) => Promise<void>) => Promise<unknown>;

const READINGS: [string, Reading][] = [
  ["all tables", (store, take) => store.exportAll(({ rows: portion }) => take(portion.length))],
  ["the list", (store, take) => store.readAll((items) => take(items.length))],
];

/** A service's store, its database, and the network between them. */
class Setting implements AsyncDisposable {
  readonly events: string[] = [];
  readonly #owned = new AsyncDisposableStack();

  private constructor(
    readonly database: TestDatabase,
    readonly proxy: TcpProxy,
  ) {}

  static async make(): Promise<Setting & { store: PostgresStore }> {
    const setting = await Setting.empty();
    await setting.store.commit([createPet(1n, 1), createPet(2n, 1)]);
    return setting;
  }

  static async empty(): Promise<Setting & { store: PostgresStore }> {
    const database = await makeDatabase(server);
    const proxy = new TcpProxy(database.server.port);
    const setting = new Setting(database, proxy);
    setting.#owned.use(database);
    setting.#owned.use(proxy);
    const store = setting.#owned.use(await setting.open());
    return Object.assign(setting, { store });
  }

  open(): Promise<PostgresStore> {
    const note = (event: string) => void this.events.push(event);
    const log: Log = { debug: note, info: note, warn: note, error: note };
    const urls = [this.proxy.urlThrough(this.database.url)];
    return PostgresStore.open({ urls, lockTimeoutMs: 30_000, retryOpen: true, log });
  }

  /** How many of the service's backends wait for somebody's lock. */
  async waiting(): Promise<number> {
    const backends = await this.database.run(`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'petstock' AND wait_event_type = 'Lock'`);
    return backends.length;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "nothing",
    (error: unknown) => (error instanceof StoreError ? error.code : error),
  );
}

test.concurrent("lists are answered where every connection that asks for them was lost", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  const position = await positionOf(store);
  proxy.loseOn("AS standby FROM commit_mark", 2);
  expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
  expect(proxy.lost).toBe(2);
  expect(setting.events).toEqual([]);
});

test.concurrent(
  "a revocation is noticed where two of the connections that ask for keys were lost",
  async () => {
    await using setting = await Setting.make();
    const { store, proxy } = setting;
    await store.keys.create(keyRecord(1));
    proxy.loseOn("FROM api_key_counter", 2);
    expect(await store.keys.counter()).toBeGreaterThan(0);
    expect(proxy.lost).toBe(2);
    expect(setting.events).toEqual([]);
  },
);

test.concurrent("an update is made where every connection for updates was lost", async () => {
  await using setting = await Setting.make();
  await using young = await setting.open();
  const { proxy } = setting;
  proxy.loseOn("BEGIN ISOLATION LEVEL READ COMMITTED", 2);
  expect(kinds(await young.commit([setTo(1n, 2)]))).toEqual(["updated"]);
  expect(proxy.lost).toBe(2);
  expect(setting.events).toEqual([]);
});

test.concurrent("a group that changes nothing is told so where its ROLLBACK was lost", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  proxy.loseOn("ROLLBACK");
  const settled = store.commit([setTo(1n, 1)]).then((outcomes) => ({ outcomes, lost: proxy.lost }));
  // The server keeps the lock of a transaction whose end it does not hear of for ten seconds, and no longer.
  expect(kinds((await settled).outcomes)).toEqual(["unchanged"]);
  expect((await settled).lost).toBe(1);
  expect(kinds(await store.commit([setTo(2n, 2)]))).toEqual(["updated"]);
  expect(setting.events).toEqual([]);
});

test.concurrent.each([
  ["before the first page", "ISOLATION LEVEL REPEATABLE READ"],
  ["between two pages", "AND pet_id >"],
])("a reading of everything is given up where its connection was lost %s", async (_, text) => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  await importRows(store, rows(...Array.from({ length: PETS }, (_each, i) => [BigInt(i), 1] as const)));
  proxy.loseOn(text);
  expect(await refusal(positionOf(store))).toBe("unavailable");
  expect(proxy.lost).toBe(1);
  expect((await positionOf(store)).revision).toBe(3);
  expect(setting.events).toEqual([]);
});

test.concurrent.each([
  ["a proof", "SELECT count(*) FROM movement", (store: PostgresStore): Promise<unknown> => store.verify()],
  ["an export", "ORDER BY revision, pet_id", (store: PostgresStore) => store.exportAll(async () => {})],
  ["a prune", "DELETE FROM movement", (store: PostgresStore) => store.prune({ before: 0, dryRun: false })],
  ["an undo", "UPDATE inventory SET removed", undoFirst],
] as const)("%s is given up where its connection was lost", async (_, text, work) => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  proxy.loseOn(text);
  expect(await refusal(work(store))).toBe("unavailable");
  expect(proxy.lost).toBe(1);
  await work(store);
  expect(setting.events).toEqual([]);
});

test.concurrent("an undo whose COMMIT was lost cannot know whether it happened", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  await store.commit([setTo(1n, 2)]);
  // And not the isolation COMMITTED.
  proxy.loseOn("COMMIT\0");
  expect(await refusal(store.undo({ revision: 3, dryRun: false, by: CLERK }))).toBe("outcome_unknown");
  expect(proxy.lost).toBe(1);
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(setting.events).toEqual([]);
});

test.concurrent.each(READINGS)("a reading of %s goes on at the pace of whoever takes it", async (_, read) => {
  await using setting = await Setting.make();
  let taken = 0;
  await read(setting.store, async (count) => {
    const since = performance.now();
    // Longer than it takes to find a session idle twice.
    if (taken === 0) await until("a slow reader", () => performance.now() > since + 4 * LONG_MS);
    taken += count;
  });
  expect(taken).toBeGreaterThanOrEqual(2);
  expect(setting.events).toEqual([]);
});

test.concurrent.each(READINGS)(
  "a reading of %s whose taker fails is told as it is, and costs no connection",
  async (_, read) => {
    await using setting = await Setting.make();
    const { store } = setting;
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const refused = await read(store, () => Promise.reject(full)).then(
      () => "nothing",
      (error: unknown) => error,
    );
    expect(refused).toBe(full);
    await read(store, async () => {});
    expect(setting.events).toEqual([]);
  },
);

test.concurrent.each([
  ["its rows' table is made", 'TEMP TABLE "staged', "unavailable"],
  ["its difference is applied", "INSERT INTO movement", "unavailable"],
  ["it commits", "COMMIT\0", "outcome_unknown"],
])("an import whose connection was lost while %s ends, and the next one works", async (_, text, code) => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  proxy.loseOn(text);
  expect(await refusal(importRows(store, rows([7n, 1])))).toBe(code);
  expect(proxy.lost).toBe(1);
  expect(await importRows(store, rows([8n, 1]))).toMatchObject({ kind: "applied", created: 1 });
  expect(setting.events).toEqual([]);
});

test.concurrent.each([
  ["it begins", "DELETE FROM commit_mark", "unavailable"],
  ["its rows come", "json_populate_recordset", "unavailable"],
  ["it is read back", "ORDER BY revision, pet_id", "unavailable"],
  ["it commits", "COMMIT\0", "outcome_unknown"],
])("a copy whose connection was lost while %s ends", async (_, text, code) => {
  await using source = await Setting.make();
  await using target = await Setting.empty();
  const copied = async () => {
    await using stage = await target.store.stageCopy();
    await source.store.exportAll((portion) => stage.add(portion));
    await stage.readBack(async () => {});
    // Awaited here: the stage must not end before it.
    return await stage.commit();
  };
  target.proxy.loseOn(text);
  expect(await refusal(copied())).toBe(code);
  expect(target.proxy.lost).toBe(1);
  expect(target.events).toEqual([]);
});

test.concurrent(
  "uses of keys are noted past a row that somebody keeps, and nobody waits for it",
  async () => {
    await using setting = await Setting.make();
    const { keys } = setting.store;
    for (const key of [keyRecord(1), keyRecord(2)]) await keys.create(key);
    const uses = async () => (await keys.list()).map(({ lastUsedAt }) => lastUsedAt);
    const touched = new Map([
      ["key1", 100],
      ["key2", 100],
    ]);
    {
      await using _ = await setting.database.transaction(
        "SELECT 1 FROM api_key WHERE id = 'key1' FOR UPDATE",
      );
      await keys.touch(touched);
      expect(await uses()).toEqual([null, 100]);
    }
    await keys.touch(touched);
    expect(await uses()).toEqual([100, 100]);
  },
);

test.concurrent(
  "what was asked behind a lock in vain is asked no more, and its connections are good",
  async () => {
    await using setting = await Setting.make();
    const { store } = setting;
    const position = await positionOf(store);
    {
      await using _ = await setting.database.transaction(
        "LOCK TABLE commit_mark, api_key IN ACCESS EXCLUSIVE MODE",
      );
      const asked = [
        ...Array.from({ length: 3 }, () => store.changesSince(position) as Promise<unknown>),
        ...Array.from({ length: 4 }, (_each, i) => store.keys.touch(new Map([["key1", i]]))),
        positionOf(store),
      ];
      expect(new Set(await Promise.all(asked.map(refusal)))).toEqual(new Set(["unavailable"]));
      await until("the server to forget all of it", async () => (await setting.waiting()) === 0);
      expect(await store.keys.counter()).toBe(0);
    }
    expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
    expect(setting.events).toEqual([]);
  },
);

test.concurrent(
  "a lock of the schema's table makes no server look frozen, and leaves nobody waiting",
  async () => {
    await using setting = await Setting.make();
    const { store } = setting;
    const position = await positionOf(store);
    {
      await using _ = await setting.database.transaction(
        "LOCK TABLE petstock_schema IN ACCESS EXCLUSIVE MODE",
      );
      // It looks for a server again and again, until the lock is gone.
      await using young = await setting.open();
      const since = performance.now();
      let mostWaiting = 0;
      await until("many beats of the pulse", async () => {
        mostWaiting = Math.max(mostWaiting, await setting.waiting());
        return performance.now() > since + LONG_MS;
      });
      expect(setting.events).toEqual([]);
      // The pulse of the one, and the look of the other.
      expect(mostWaiting).toBeLessThanOrEqual(2);
      expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
      expect(await refusal(young.ping())).toBe("unavailable");
    }
  },
);
