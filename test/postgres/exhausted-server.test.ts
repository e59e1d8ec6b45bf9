// A server without free connections, or without space on its disk, seen by one store. The same under load, with services as
// processes and real disks, is in faults-resources.test.ts.

import { expect, setDefaultTimeout, test } from "bun:test";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { createPet, expectConsistent, item, itemsOf, kinds, setTo } from "../store/engine.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { Crowd, HEALTH_CHECK } from "./crowd.ts";
import { codeOf, openNewStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

test("while other clients hold every free connection, a store works with its own, and recovers those it loses", async () => {
  await using server = await PostgresServer.start({ settings: { max_connections: "20", fsync: "off" } });
  const clock = new TestClock(["healthCheckMs", "healthCheckIntervalMs"]);
  await using setting = await openNewStore({ lockTimeoutMs: 5_000, retryOpen: true, clock }, server);
  const { database, store, log } = setting;
  await store.commit([createPet(1n, 1)]);
  await itemsOf(store);
  await until("the store's first connections", async () => (await server.connections(database.name)) >= 5);
  await using crowd = new Crowd(server);
  await crowd.takeAll();
  expect(kinds(await store.commit([setTo(1n, 2)]))).toEqual(["updated"]);
  await clock.expire("healthCheckIntervalMs");
  await clock.waitFor("healthCheckIntervalMs");
  await until("the health check's connection to be taken", () => crowd.oust(database, HEALTH_CHECK));
  const refusals = () => server.log.split("too many clients").length;
  let before = refusals();
  await until("health checks to be refused a connection", async () => {
    // Else few checks run.
    await store.ping();
    await clock.expire("healthCheckIntervalMs");
    // No check runs while a connection is taken.
    await clock.waitFor("healthCheckIntervalMs");
    // The store may have reconnected first. Refusals of the crowd do not count.
    if (await crowd.oust(database, HEALTH_CHECK)) before = refusals();
    return refusals() > before + 2;
  });
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(await itemsOf(store)).toEqual([item(1n, 3)]);
  expect(log.events).toEqual([]);

  await until("updates to be refused", async () => {
    await crowd.oust(database);
    return (await codeOf(store.commit([setTo(1n, 4)]))) === "unavailable";
  });
  await crowd[Symbol.asyncDispose]();
  await until("an update", async () => (await codeOf(store.commit([setTo(1n, 5)]))) === "done");
  expect(await itemsOf(store)).toEqual([item(1n, 5)]);
  await expectConsistent(store);
});

/** The error that PostgreSQL reports for a full disk; faults-resources.test.ts fills a real one. */
const DISK_FULL = `
  CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
  CREATE TRIGGER disk_full BEFORE INSERT ON ledger_entry EXECUTE FUNCTION disk_full()`;

test("while the disk is full, updates are refused and lists are answered", async () => {
  await using setting = await openNewStore({ retryOpen: true });
  const { database, store, log } = setting;
  await store.commit([createPet(1n, 1)]);
  await database.run(DISK_FULL);
  const { code, problem } = await storeErrorOf(store.commit([setTo(1n, 2)]));
  expect([code, problem]).toEqual(["unavailable", "disk_full"]);
  expect(await itemsOf(store)).toEqual([item(1n, 1)]);
  await database.run("DROP TRIGGER disk_full ON ledger_entry");
  expect(kinds(await store.commit([setTo(1n, 3)]))).toEqual(["updated"]);
  expect(await itemsOf(store)).toEqual([item(1n, 3)]);
  expect(log.events).toEqual([]);
});
