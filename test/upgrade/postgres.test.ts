// Upgrades of the PostgreSQL engine.

import { expect, setDefaultTimeout, test } from "bun:test";
import { statSync } from "node:fs";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { expectConsistent, setTo } from "../store/engine.ts";
import { MountedDisk } from "../support/mounted-disk.ts";
import { makeDatabase } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { postgresEngine, rawPostgres } from "./engines.ts";
import { describeNewer, REFUSAL } from "./newer-suite.ts";
import { makeShop, NEXT } from "./shop.ts";

// The first test waits for the server, which takes long on a busy machine.
setDefaultTimeout(60_000);

describeNewer("PostgreSQL", postgresEngine);

test("a migration waits for the commit that has the lock, and the next commit is refused", async () => {
  await using database = await makeShop(postgresEngine);
  await using store = await database.open();
  await using other = new Bun.SQL(database.url, { max: 1 });
  const untilWaiting = (count: number) =>
    until(`${count} to wait for the table`, async () => {
      const waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'write_lock'::regclass";
      return (await database.number(waiting)) === count;
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

test("a migration that alters a table waits for its last reader, and lists and updates go on meanwhile", async () => {
  await using database = await makeShop(postgresEngine);
  await using store = await database.open();
  await using reader = new Bun.SQL(database.url, { max: 1 });
  let upgrading: Promise<void> | undefined;
  await reader.begin(async (transaction) => {
    // A long export of labels.
    await transaction`SELECT name FROM label_entry`;
    upgrading = database.upgrade();
    for (let quantity = 11; quantity <= 13; quantity++) {
      await until("the migration to wait for the table", async () => {
        const waiting = await database.number(`
          SELECT count(*) FROM pg_locks
          WHERE NOT granted AND mode = 'AccessExclusiveLock' AND relation = 'label_entry'::regclass`);
        return waiting > 0;
      });
      await store.commit([setTo(1n, quantity)]);
      expect((await store.entry(1n))?.item).toMatchObject({ quantity });
    }
    expect(await database.version()).toBe(1);
  });
  await upgrading;
  expect(await database.version()).toBe(2);
  expect(await database.number("SELECT quantity FROM inventory WHERE pet_id = 1")).toBe(13);
  expect((await storeErrorOf(store.commit([setTo(1n, 9)]))).message).toMatch(REFUSAL);
});

const reason = await MountedDisk.obstacle();
if (reason !== undefined) console.warn(`A migration on a full disk is not tried: ${reason}`);

test.if(reason === undefined)(
  "on a full disk a migration changes nothing, and the database goes on",
  async () => {
    await using server = await PostgresServer.start();
    const disk = await MountedDisk.make(1024 * 1024, statSync(server.path));
    await using _ = { [Symbol.asyncDispose]: () => server.stop().then(() => disk[Symbol.asyncDispose]()) };
    const raw = rawPostgres(await makeDatabase(server));
    const database = await makeShop({ name: "postgres", make: async () => raw });
    await server.run(`CREATE TABLESPACE small LOCATION '${disk.folder.path}'`);
    // 53100: disk_full.
    const full = `${NEXT} CREATE TABLE much TABLESPACE small AS SELECT repeat('x', 5000) FROM generate_series(1, 20000);`;
    await expect(database.upgrade(full)).rejects.toMatchObject({ errno: "53100" });
    expect(await database.version()).toBe(1);
    await using store = await database.open();
    await store.commit([setTo(1n, 9)]);
    await expectConsistent(store);
  },
);
