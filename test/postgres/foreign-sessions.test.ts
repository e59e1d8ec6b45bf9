// Other sessions of the same server: their locks, limits and defaults, seen by one store. The same under load, with services
// as processes, is in faults-session.test.ts.

import { expect, setDefaultTimeout, test } from "bun:test";
import { steadyClock } from "../../src/inventory/clock.ts";
import { createPet, expectConsistent, item, itemsOf, kinds, positionOf, setTo } from "../store/engine.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { codeOf, lockWaits, type OpenedStore, openNewStore, openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

/** Longer than any test: a wait of this length fails it. */
const HOUR_MS = 3_600_000;

/** With one pet. */
async function make(lockTimeoutMs: number): Promise<OpenedStore & { clock: TestClock }> {
  const clock = new TestClock();
  const setting = await openNewStore({ lockTimeoutMs, retryOpen: true, clock });
  await setting.store.commit([createPet(1n, 1)]);
  return { ...setting, clock };
}

test("while another session holds the writers' lock, updates are refused and lists are answered", async () => {
  await using setting = await make(300);
  const { database, store, log } = setting;
  const position = await positionOf(store);
  {
    await using _ = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
    const refused = codeOf(store.commit([setTo(1n, 2)]));
    expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
    expect(await refused).toBe("unavailable");
  }
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(await itemsOf(store)).toEqual([item(1n, 3)]);
  expect(log.events).toEqual([]);
});

test("a group that has waited in the queue waits for the lock only for the rest of its time", async () => {
  await using setting = await make(HOUR_MS);
  const { database, store } = setting;
  await using _ = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
  const refused = store.commit([setTo(1n, 2)], steadyClock.now() - HOUR_MS);
  expect(await codeOf(refused)).toBe("unavailable");
  expect(await itemsOf(store)).toEqual([item(1n, 1)]);
});

test("while another session locks the history's table, updates and lists are refused in time", async () => {
  await using setting = await make(300);
  const { database, store, log, clock } = setting;
  const position = await positionOf(store);
  {
    await using _ = await database.transaction("LOCK TABLE commit_mark IN ACCESS EXCLUSIVE MODE");
    const asked = [store.commit([setTo(1n, 2)]), store.changesSince(position)].map(codeOf);
    const codes = await clock.expireUntil(Promise.all(asked), "lookupAttemptsMs");
    expect(codes).toEqual(["unavailable", "unavailable"]);
  }
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(log.events).toEqual([]);
});

test("a statement_timeout of the database cancels no update, however long it waits", async () => {
  await using setting = await make(30_000);
  const { database, store } = setting;
  await database.server.run(`ALTER DATABASE ${database.name} SET statement_timeout = '50ms'`);
  await using young = await openStore(database.url);
  const holder = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
  const committing = young.commit([setTo(1n, 2)]);
  await until("the update to wait for longer than that", async () => (await lockWaits(database, 200)) > 0);
  await holder[Symbol.asyncDispose]();
  expect(kinds(await committing)).toEqual(["updated"]);
  await database.server.run(`ALTER DATABASE ${database.name} RESET statement_timeout`);
  await expectConsistent(store);
});

test("while a database only reads by default, updates are refused and lists are answered, and both recover", async () => {
  await using setting = await make(5_000);
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
