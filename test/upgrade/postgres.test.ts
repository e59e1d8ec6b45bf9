// Upgrades of the PostgreSQL engine.

import { expect, setDefaultTimeout, test } from "bun:test";
import { storeErrorOf } from "../sqlite/embedded.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { setTo } from "../store/engine.ts";
import { until } from "../support/until.ts";
import { postgresEngine } from "./engines.ts";
import { describeNewer, REFUSAL } from "./newer-suite.ts";
import { fixturesOf, makeNewest, makeOld } from "./old-database.ts";
import { describeUpgrades } from "./upgrade-suite.ts";

// The first test waits for the server, which takes long on a busy machine.
setDefaultTimeout(60_000);

describeUpgrades("PostgreSQL", postgresEngine);
describeNewer("PostgreSQL", postgresEngine);

test("a migration waits for the commit that has the lock, and the next commit is refused", async () => {
  await using database = await makeNewest(postgresEngine);
  await using store = await database.open();
  await using other = new Bun.SQL(database.url, { max: 1 });
  await using watcher = new Bun.SQL(database.url, { max: 1 });
  const untilWaiting = (count: number) =>
    until(`${count} to wait for the table`, async () => {
      const locks =
        await watcher`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'write_lock'::regclass`;
      return locks.length === count;
    });
  let upgrading: Promise<void> | undefined;
  let refused: Promise<Error> | undefined;
  await other.begin(async (transaction) => {
    await transaction`SELECT 1 FROM write_lock FOR UPDATE`;
    upgrading = database.upgrade();
    await untilWaiting(1);
    refused = storeErrorOf(store.commit([setTo(1n, 9)]));
    await untilWaiting(2);
    // Lists are not blocked.
    expect(await store.readAll(() => {})).toEqual({ revision: 5, nonce: "00000000000000ee" });
  });
  await upgrading;
  expect((await refused)?.message).toMatch(REFUSAL);
  expect(await database.number("SELECT max(revision) FROM commit_mark")).toBe(5);
});

test("a migration that drops a table waits for its last reader, and lists of the older version are answered meanwhile", async () => {
  const [first] = fixturesOf(postgresEngine);
  await using database = await makeOld(postgresEngine, first!);
  await using reader = new Bun.SQL(database.url, { max: 1 });
  await using older = new Bun.SQL(database.url, { max: 1 });
  await using watcher = new Bun.SQL(database.url, { max: 1 });
  const untilItWaits = () =>
    until("the migration to wait for the table", async () => {
      const locks = await watcher`
        SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' AND relation = 'head'::regclass`;
      return locks.length > 0;
    });
  let opened: Promise<AsyncDisposable> | undefined;
  let isOpen = false;
  await reader.begin(async (transaction) => {
    // A long export of the older version.
    await transaction`SELECT revision, nonce FROM head`;
    opened = database.open().then((store) => {
      isOpen = true;
      return store;
    });
    for (let round = 0; round < 3; round++) {
      await untilItWaits();
      const [row] = await older`SELECT revision FROM head`;
      expect(row).toEqual({ revision: "5" });
      const { count } = await older`UPDATE head SET revision = revision`;
      expect(count).toBe(1);
    }
    expect(isOpen).toBe(false);
  });
  await using _ = await opened!;
  // 42P01: undefined_table. The table that an older version reads and locks no longer exists.
  await expect(older`SELECT revision FROM head`.execute()).rejects.toMatchObject({ errno: "42P01" });
});

test("a commit of the older version that waits for the migration writes nothing", async () => {
  const [first] = fixturesOf(postgresEngine);
  await using database = await makeOld(postgresEngine, first!);
  await using group = new Bun.SQL(database.url, { max: 1 });
  await using older = new Bun.SQL(database.url, { max: 1 });
  await using watcher = new Bun.SQL(database.url, { max: 1 });
  let opened: Promise<AsyncDisposable> | undefined;
  let late: Promise<unknown> | undefined;
  await group.begin(async (transaction) => {
    await transaction`SELECT revision FROM head FOR UPDATE`;
    const untilWaiting = (count: number) =>
      until(`${count} to wait for the table`, async () => {
        const locks = await watcher`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'head'::regclass`;
        return locks.length === count;
      });
    opened = database.open();
    await untilWaiting(1);
    late = older.begin((tx) => tx`SELECT revision FROM head FOR UPDATE`).catch((error: unknown) => error);
    await untilWaiting(2);
    await transaction`INSERT INTO commit_mark (revision, nonce, at) VALUES (6, '00000000000000ff', 6000)`;
    await transaction`INSERT INTO movement (revision, pet_id, quantity_before, quantity_after, status_before, status_after, reason, actor, key_id, request_id, at)
      VALUES (6, 1, 5, 9, 'available', 'available', 'update', 'key:till', NULL, NULL, 6000)`;
    await transaction`UPDATE inventory SET quantity = 9, revision = 6 WHERE pet_id = 1`;
    await transaction`UPDATE head SET revision = 6, nonce = '00000000000000ff'`;
  });
  await using store = (await opened!) as InventoryStore;
  expect(await late).toMatchObject({ errno: "42P01" });
  // The last commit before the migration is the newest commit after it.
  expect(await store.readAll(() => {})).toEqual({ revision: 6, nonce: "00000000000000ff" });
  expect((await store.verify()).problems).toEqual([]);
});
