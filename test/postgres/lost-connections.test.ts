// A network that loses single connections, and locks of other sessions: the store ends what waits there, and everything else
// works on. Each test has a database of its own, so they run concurrently. They fire the deadlines that they prove.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { PostgresStore } from "../../src/postgres/store.ts";
import type { DeadlineName } from "../../src/postgres/deadlines.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  IMPORT,
  importRows,
  kinds,
  positionOf,
  rows,
  setTo,
} from "../store/engine.ts";
import { changeSet } from "../store/change-sets.ts";
import { keyRecord } from "../store/keys-suite.ts";
import { makeDatabase, type TestDatabase } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { codeOf, EventLog, lockWaits, openStore } from "./opened-store.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);

/** More pets than one page of a reading has. */
const PETS = 5_000;

// Some twenty stores at the same time, two for each copy.
const server = shared(await PostgresServer.start({ settings: { fsync: "off", max_connections: "500" } }));

function undoFirst(store: PostgresStore): Promise<unknown> {
  return store.undo({ revision: 1, dryRun: false, by: COMMAND_ORIGIN });
}

/** The end of the text tells it from READ COMMITTED. */
const COMMIT = "COMMIT\0";

type Reading = (store: PostgresStore, consume: (count: number) => Promise<void>) => Promise<unknown>;

const READINGS: [string, Reading][] = [
  ["all tables", (store, consume) => store.exportAll(({ rows: portion }) => consume(portion.length))],
  ["the list", (store, consume) => store.readAll((items) => consume(items.length))],
];

/** A store, its database, and the network between them. */
class Setting implements AsyncDisposable {
  /** The events in the log: none while the server itself works. */
  readonly log = new EventLog();
  /** A busy machine must not reach the deadlines of lost connections, and of a frozen server, by itself. */
  readonly clock = new TestClock([
    "beginMs",
    "healthCheckMs",
    "monitorIntervalMs",
    "rollbackMs",
    "idleConnectionMs",
  ]);
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
    const { log, clock } = this;
    return openStore(this.proxy.urlThrough(this.database.url), { retryOpen: true, log, clock });
  }

  /** Closes the connections that nobody uses at the moment. */
  closeIdle(): Promise<void> {
    return this.clock.expire("idleConnectionMs");
  }

  /** Runs work that loses its connection this many times; lets `deadline` pass after each. Settles like the work. */
  async lose<T>(work: Promise<T>, deadline: DeadlineName, times = 1): Promise<T> {
    work.catch(() => {});
    for (let lost = 1; lost <= times; lost++) {
      await until("a connection to be lost", () => this.proxy.lost === lost);
      await this.clock.expire(deadline);
    }
    try {
      // A monitor needs two checks.
      return await (deadline === "monitorIntervalMs" ? this.clock.expireUntil(work, deadline) : work);
    } finally {
      await this.#endIdleTransactions();
    }
  }

  /** The server ends the transactions of lost connections after ten seconds (see session.test.ts); this does it at once. */
  async #endIdleTransactions(): Promise<void> {
    await this.database.run(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#owned.disposeAsync();
  }
}

test.concurrent("a list is answered although every connection for lookups was lost", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  const position = await positionOf(store);
  proxy.loseOn("AS standby FROM commit_mark", 2);
  const changes = await setting.lose(store.changesSince(position), "lookupAttemptsMs", 2);
  expect(changes).toEqual({ position, items: [], removed: [] });
  expect(setting.log.events).toEqual([]);
});

test.concurrent("a revocation is noticed although two connections for keys were lost", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  await store.keys.create(keyRecord(1));
  proxy.loseOn("FROM api_key_counter", 2);
  expect(await setting.lose(store.keys.counter(), "keyAttemptsMs", 2)).toBeGreaterThan(0);
  expect(setting.log.events).toEqual([]);
});

test.concurrent("an update is made although every connection for updates was lost", async () => {
  await using setting = await Setting.make();
  await using young = await setting.open();
  const { proxy } = setting;
  proxy.loseOn("BEGIN ISOLATION LEVEL READ COMMITTED", 2);
  const outcomes = await setting.lose(young.commit([setTo(1n, 2)]), "beginMs", 2);
  expect(kinds(outcomes)).toEqual(["updated"]);
  expect(setting.log.events).toEqual([]);
});

test.concurrent("a group that changes nothing gets its outcomes although its ROLLBACK was lost", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  proxy.loseOn("ROLLBACK");
  const outcomes = await setting.lose(store.commit([setTo(1n, 1)]), "rollbackMs");
  expect(kinds(outcomes)).toEqual(["unchanged"]);
  expect(kinds(await store.commit([setTo(2n, 2)]))).toEqual(["updated"]);
  expect(setting.log.events).toEqual([]);
});

test.concurrent.each([
  ["before the first page", "ISOLATION LEVEL REPEATABLE READ", "replyMs"],
  ["between two pages", "AND pet_id >", "replyMs"],
] as const)("a reading of everything fails when its connection is lost %s", async (_, text, deadline) => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  await importRows(store, rows(...Array.from({ length: PETS }, (_each, i) => [BigInt(i), 1] as const)));
  proxy.loseOn(text);
  expect(await codeOf(setting.lose(positionOf(store), deadline))).toBe("unavailable");
  expect((await positionOf(store)).revision).toBe(3);
  expect(setting.log.events).toEqual([]);
});

test.concurrent.each([
  [
    "a verification",
    "SELECT count(*) FROM ledger_entry",
    (store: PostgresStore): Promise<unknown> => store.verify(),
  ],
  ["an export", "ORDER BY revision, pet_id", (store: PostgresStore) => store.exportAll(async () => {})],
  [
    "a prune",
    "DELETE FROM ledger_entry",
    (store: PostgresStore) => store.prune({ before: 0, dryRun: false }),
  ],
  ["an undo", "UPDATE inventory SET removed", undoFirst],
] as const)("%s fails when its connection is lost, and can be repeated", async (_, text, work) => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  proxy.loseOn(text);
  expect(await codeOf(setting.lose(work(store), "monitorIntervalMs"))).toBe("unavailable");
  await work(store);
  expect(setting.log.events).toEqual([]);
});

test.concurrent("an undo of labels whose connection is lost before the lock changes nothing", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  await store.commit([changeSet([{ petId: 1n, label: { name: "Rex" } }])]);
  // Of its check, whose table stays.
  proxy.loseOn(COMMIT);
  const undo = () => store.undo({ revision: 3, dryRun: false, by: COMMAND_ORIGIN });
  expect(await codeOf(setting.lose(undo(), "monitorIntervalMs"))).toBe("unavailable");
  expect(await undo()).toMatchObject({ kind: "undone", relabelled: 1, revision: 4 });
  expect(setting.log.events).toEqual([]);
});

test.concurrent("an undo whose COMMIT was lost has an unknown outcome", async () => {
  await using setting = await Setting.make();
  const { store, proxy } = setting;
  await store.commit([setTo(1n, 2)]);
  proxy.loseOn(COMMIT);
  const undone = store.undo({ revision: 3, dryRun: false, by: COMMAND_ORIGIN });
  expect(await codeOf(setting.lose(undone, "monitorIntervalMs"))).toBe("outcome_unknown");
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(setting.log.events).toEqual([]);
});

test.concurrent.each(READINGS)("a reading of %s waits for a slow consumer", async (_, read) => {
  await using setting = await Setting.make();
  let taken = 0;
  await read(setting.store, async (count) => {
    // More checks than it takes to end an idle session.
    for (let check = 1; check <= 4; check++) await setting.clock.expire("monitorIntervalMs");
    taken += count;
  });
  expect(taken).toBeGreaterThanOrEqual(2);
  expect(setting.log.events).toEqual([]);
});

test.concurrent.each(READINGS)(
  "a reading of %s rejects with its consumer's own error and keeps its connection",
  async (_, read) => {
    await using setting = await Setting.make();
    const { store } = setting;
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    expect(await codeOf(read(store, () => Promise.reject(full)))).toBe(full);
    await read(store, async () => {});
    expect(setting.log.events).toEqual([]);
  },
);

test.concurrent.each([
  ["its stage is made", "INSERT INTO stage ", "replyMs", "unavailable"],
  ["its rows are sent", "INSERT INTO staged_row", "addRowsMs", "unavailable"],
  ["its difference is applied", "INSERT INTO ledger_entry", "monitorIntervalMs", "unavailable"],
  ["it commits", COMMIT, "monitorIntervalMs", "outcome_unknown"],
] as const)(
  "an import whose connection is lost while %s ends, and the next one works",
  async (_, text, deadline, code) => {
    await using setting = await Setting.make();
    const { store, proxy } = setting;
    const importing = async () => {
      if (text !== COMMIT) proxy.loseOn(text);
      await using stage = await store.stageImport();
      await stage.add(rows([7n, 1]));
      if (text !== COMMIT) return await stage.apply(IMPORT);
      // Its rows have a commit of their own. A connection that has sent one has prepared it, and does not send its text again: a new one does.
      await setting.closeIdle();
      proxy.loseOn(text);
      return await stage.apply(IMPORT);
    };
    expect(await codeOf(setting.lose(importing(), deadline))).toBe(code);
    expect(await importRows(store, rows([8n, 1]))).toMatchObject({ kind: "applied", created: 1 });
    expect(setting.log.events).toEqual([]);
  },
);

test.concurrent.each([
  ["it begins", "DELETE FROM commit_mark", "unavailable"],
  ["its rows come", "json_populate_recordset", "unavailable"],
  ["it is read back", "ORDER BY revision, pet_id", "unavailable"],
  ["it commits", COMMIT, "outcome_unknown"],
])("a copy whose connection is lost while %s ends", async (_, text, code) => {
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
  expect(await codeOf(target.lose(copied(), "monitorIntervalMs"))).toBe(code);
  expect(target.log.events).toEqual([]);
});

test.concurrent("the uses of keys are noted without waiting for a locked row", async () => {
  await using setting = await Setting.make();
  const { keys } = setting.store;
  for (const key of [keyRecord(1), keyRecord(2)]) await keys.create(key);
  const uses = async () => (await keys.list()).map(({ lastUsedAt }) => lastUsedAt);
  const touched = new Map([
    ["key1", 100],
    ["key2", 100],
  ]);
  {
    await using _ = await setting.database.transaction("SELECT 1 FROM api_key WHERE id = 'key1' FOR UPDATE");
    await keys.touch(touched);
    expect(await uses()).toEqual([null, 100]);
  }
  await keys.touch(touched);
  expect(await uses()).toEqual([100, 100]);
});

test.concurrent(
  "queries that reach their deadline behind a lock are cancelled, and their connections stay good",
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
        store.keys.list(),
        positionOf(store),
      ];
      expect(new Set(await Promise.all(asked.map(codeOf)))).toEqual(new Set(["unavailable"]));
      await until("the server to cancel all of them", async () => (await lockWaits(setting.database)) === 0);
      expect(await store.keys.counter()).toBe(0);
    }
    expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
    expect(setting.log.events).toEqual([]);
  },
);

test.concurrent(
  "while the schema's table is locked no server looks frozen, and no session keeps waiting",
  async () => {
    await using setting = await Setting.make();
    const { store } = setting;
    const position = await positionOf(store);
    {
      await using _ = await setting.database.transaction(
        "LOCK TABLE petstock_version IN ACCESS EXCLUSIVE MODE",
      );
      // It searches for a server until the lock is gone.
      await using young = await setting.open();
      const looks = () => server.log.split("SELECT version FROM petstock_version").length - 1;
      const before = looks();
      let mostWaiting = 0;
      await until("several looks at the version to meet the lock", async () => {
        mostWaiting = Math.max(mostWaiting, await lockWaits(setting.database));
        return looks() >= before + 6;
      });
      expect(setting.log.events).toEqual([]);
      // The health check of one store, and the search of the other.
      expect(mostWaiting).toBeLessThanOrEqual(2);
      expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
      expect(await codeOf(young.ping())).toBe("unavailable");
    }
  },
);
