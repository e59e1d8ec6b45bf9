// Other sessions of the same server: their locks, limits and defaults, seen by one store. The same under load, with services
// as processes, is in faults-session.test.ts.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Log } from "../../src/inventory/log.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { PostgresStore } from "../../src/postgres/store.ts";
import { createPet, expectConsistent, item, itemsOf, kinds, positionOf, setTo } from "../store/engine.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

async function make({ lockTimeoutMs }: { lockTimeoutMs: number }) {
  const owned = new AsyncDisposableStack();
  const database = owned.use(await makeDatabase(await sharedServer()));
  const clock = new TestClock();
  const events: string[] = [];
  const note = (event: string) => void events.push(event);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const store = owned.use(
    await PostgresStore.open({ urls: [database.url], lockTimeoutMs, retryOpen: true, log, clock }),
  );
  await store.commit([createPet(1n, 1)]);
  return { database, store, events, clock, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof StoreError ? error.code : error),
  );
}

/** The store's sessions that have waited for a lock for longer than 200 ms. */
function waiters(database: TestDatabase): Promise<readonly unknown[]> {
  return database.run(`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'petstock'
      AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > interval '200 ms'`);
}

test("while another session holds the writers' lock, updates are refused and lists are answered", async () => {
  await using setting = await make({ lockTimeoutMs: 300 });
  const { database, store, events } = setting;
  const position = await positionOf(store);
  {
    await using _ = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
    const refused = codeOf(store.commit([setTo(1n, 2)]));
    expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
    expect(await refused).toBe("unavailable");
  }
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(await itemsOf(store)).toEqual([item(1n, 3)]);
  expect(events).toEqual([]);
});

test("while another session locks the history's table, updates and lists are refused in time", async () => {
  await using setting = await make({ lockTimeoutMs: 300 });
  const { database, store, events, clock } = setting;
  const position = await positionOf(store);
  {
    await using _ = await database.transaction("LOCK TABLE commit_mark IN ACCESS EXCLUSIVE MODE");
    const asked = [store.commit([setTo(1n, 2)]), store.changesSince(position)].map(codeOf);
    const codes = await clock.expireUntil(Promise.all(asked), "lookupAttemptsMs");
    expect(codes).toEqual(["unavailable", "unavailable"]);
  }
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(events).toEqual([]);
});

test("a statement_timeout of the database cancels no update, however long it waits", async () => {
  await using setting = await make({ lockTimeoutMs: 30_000 });
  const { database, store } = setting;
  await database.server.run(`ALTER DATABASE ${database.name} SET statement_timeout = '50ms'`);
  await using young = await PostgresStore.open({
    urls: [database.url],
    lockTimeoutMs: 30_000,
    retryOpen: false,
  });
  const holder = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
  const committing = young.commit([setTo(1n, 2)]);
  await until("the update to wait for longer than that", async () => (await waiters(database)).length > 0);
  await holder[Symbol.asyncDispose]();
  expect(kinds(await committing)).toEqual(["updated"]);
  await database.server.run(`ALTER DATABASE ${database.name} RESET statement_timeout`);
  await expectConsistent(store);
});

test("while a database only reads by default, updates are refused and lists are answered, and both recover", async () => {
  await using setting = await make({ lockTimeoutMs: 5_000 });
  const { database, store } = setting;
  const set = (change: string) => database.server.run(`ALTER DATABASE ${database.name} ${change}`);
  await set("SET default_transaction_read_only = on");
  await database.endSessions();
  await until(
    "updates to be refused",
    async () => (await codeOf(store.commit([setTo(1n, 2)]))) === "unavailable",
  );
  expect(await itemsOf(store)).toEqual([item(1n, 1)]);
  await set("RESET default_transaction_read_only");
  // The sessions that keep the old default are closed as updates meet them.
  await until("an update", async () => (await codeOf(store.commit([setTo(1n, 3)]))) === "done");
  expect(await itemsOf(store)).toEqual([item(1n, 3)]);
});
