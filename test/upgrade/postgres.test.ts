// Upgrades of the PostgreSQL engine.

import { expect, setDefaultTimeout, test } from "bun:test";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { setTo } from "../store/engine.ts";
import { until } from "../support/until.ts";
import { postgresEngine } from "./engines.ts";
import { describeNewer, REFUSAL } from "./newer-suite.ts";
import { makeNewest } from "./old-database.ts";
import { describeUpgrades } from "./upgrade-suite.ts";

// The first test waits for the server to be made, which a busy machine takes its time for.
setDefaultTimeout(60_000);

describeUpgrades("PostgreSQL", postgresEngine);
describeNewer("PostgreSQL", postgresEngine);

test("a migration waits for the group that has the lock, and the group behind it is refused", async () => {
  await using database = await makeNewest(postgresEngine);
  await using store = await database.open();
  await using other = new Bun.SQL(database.url, { max: 1 });
  await using watcher = new Bun.SQL(database.url, { max: 1 });
  const untilWaiting = (count: number) =>
    until(`${count} to wait for the table`, async () => {
      const locks = await watcher`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'head'::regclass`;
      return locks.length === count;
    });
  let upgrading: Promise<void> | undefined;
  let refused: Promise<Error> | undefined;
  await other.begin(async (transaction) => {
    await transaction`SELECT 1 FROM head FOR UPDATE`;
    upgrading = database.upgrade();
    await untilWaiting(1);
    refused = storeErrorOf(store.commit([setTo(1n, 9)]));
    await untilWaiting(2);
    // Lists are not held up.
    expect(await store.readAll(() => {})).toEqual({ revision: 5, nonce: "00000000000000ee" });
  });
  await upgrading;
  expect((await refused)?.message).toMatch(REFUSAL);
  expect(await database.number("SELECT max(revision) FROM commit_mark")).toBe(5);
});
