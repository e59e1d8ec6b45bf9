// A service that nobody uses: how many connections it holds, and how it comes back.

import { expect, setDefaultTimeout, test } from "bun:test";
import { DEADLINES } from "../../src/postgres/deadlines.ts";
import { Pool } from "../../src/postgres/pool.ts";
import { createPet, item, itemsOf, kinds, setTo } from "../store/engine.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { openNewStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

const IDLE = "idleConnectionMs";

async function makePool(max: number) {
  const owned = new AsyncDisposableStack();
  const database = owned.use(await makeDatabase(await sharedServer()));
  const clock = new TestClock([IDLE]);
  const pool = new Pool({ url: database.url, max, clock });
  owned.defer(() => pool.close());
  return { database, clock, pool, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

function expectConnections(database: TestDatabase, count: number): Promise<unknown> {
  return until(
    `${count} connections`,
    async () => (await database.server.connections(database.name)) === count,
  );
}

test("a pool opens connections as they are borrowed, at most so many, and gives them to those who wait in their order", async () => {
  await using setting = await makePool(2);
  const { database, pool } = setting;
  const first = await pool.borrow();
  await expectConnections(database, 1);
  const second = await pool.borrow();
  await expectConnections(database, 2);
  const order: number[] = [];
  const third = pool.borrow().then((borrowed) => (order.push(3), borrowed));
  const fourth = pool.borrow().then((borrowed) => (order.push(4), borrowed));
  first.giveBack();
  (await third).giveBack();
  (await fourth).giveBack();
  second.giveBack();
  expect(order).toEqual([3, 4]);
  await expectConnections(database, 2);
});

test("a connection that is given back twice is lent once", async () => {
  await using setting = await makePool(1);
  const { pool } = setting;
  const first = await pool.borrow();
  first.giveBack();
  first.giveBack();
  const second = await pool.borrow();
  first.giveBack();
  let isLent = false;
  const third = pool.borrow().then((borrowed) => ((isLent = true), borrowed));
  expect(await second.sql`SELECT 7 AS seven`).toEqual([{ seven: 7 }]);
  expect(isLent).toBe(false);
  second.giveBack();
  (await third).giveBack();
});

test("a pool closes what was idle for long, and keeps what is used", async () => {
  await using setting = await makePool(3);
  const { database, clock, pool } = setting;
  const [used, ...others] = await Promise.all([pool.borrow(), pool.borrow(), pool.borrow()]);
  for (const other of others) other.giveBack();
  await clock.expire(IDLE);
  await expectConnections(database, 1);
  clock.advance(10 * DEADLINES.idleConnectionMs);
  expect(await used.sql`SELECT 7 AS seven`).toEqual([{ seven: 7 }]);
  used.giveBack();
  await clock.expire(IDLE);
  await expectConnections(database, 0);
  (await pool.borrow()).giveBack();
  await expectConnections(database, 1);
});

test("a pool that has ended lends nothing and leaves no connection, also one that was being opened", async () => {
  await using setting = await makePool(2);
  const { database, pool } = setting;
  const lent = await pool.borrow();
  const opening = pool.borrow();
  pool.closeNow();
  await expect(opening).rejects.toThrow("these connections were closed");
  await expect(pool.borrow()).rejects.toThrow("these connections were closed");
  lent.giveBack();
  await expectConnections(database, 0);
});

test("a pool that closes waits for the work that has a connection or waits for one, and takes no other", async () => {
  await using setting = await makePool(1);
  const { database, pool } = setting;
  const lent = await pool.borrow();
  const waiting = pool.borrow();
  const closing = pool.close();
  await expect(pool.borrow()).rejects.toThrow("these connections were closed");
  expect(await lent.sql`SELECT 7 AS seven`).toEqual([{ seven: 7 }]);
  lent.giveBack();
  const served = await waiting;
  expect(await served.sql`SELECT 8 AS eight`).toEqual([{ eight: 8 }]);
  served.giveBack();
  await closing;
  await expectConnections(database, 0);
});

test("a store that nobody uses keeps the connections of its looks, and its next update and list work", async () => {
  const clock = new TestClock([IDLE]);
  await using setting = await openNewStore({ retryOpen: true, clock });
  const { database, store } = setting;
  await store.commit([createPet(1n, 1)]);
  await store.verify();
  await until("only connections for looks", async () => {
    await clock.expire(IDLE);
    return (await database.server.connections(database.name)) <= 2;
  });
  expect(kinds(await store.commit([setTo(1n, 2)]))).toEqual(["updated"]);
  expect(await itemsOf(store)).toEqual([item(1n, 2)]);
});
