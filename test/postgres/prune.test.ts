// A prune on a database that goes another way meanwhile: nothing goes that it was not asked to remove.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PostgresStore } from "../../src/postgres/store.ts";
import { createPet, everythingOf, setTo } from "../store/engine.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

test("a prune stops where its beginning is another commit by now", async () => {
  await using database = await makeDatabase(await sharedServer());
  await using store = await PostgresStore.open({
    urls: [database.url],
    lockTimeoutMs: 30_000,
    patient: false,
  });
  await store.commit([createPet(1n, 1), createPet(2n, 1)]);
  await store.commit([setTo(1n, 2)]);
  const before = await everythingOf(store);
  await using other = new Bun.SQL(database.url, { max: 1 });
  await other`BEGIN`.simple();
  await other`SELECT 1 FROM write_lock FOR UPDATE`;
  const pruned = store.prune({ before: Number.MAX_SAFE_INTEGER, dryRun: false }).catch(String);
  await until("the prune to know its beginning, and to wait", async () => {
    const waiting = await database.run(`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return waiting.length > 0;
  });
  // What a failover to a standby comes to which lacked the newest commit, and took another one since.
  await other`UPDATE commit_mark SET nonce = '00000000000000aa' WHERE revision = 3`;
  await other`COMMIT`.simple();
  expect(await pruned).toContain("Nothing more was removed; begin again");
  const nonce = "00000000000000aa";
  expect(await everythingOf(store)).toEqual({ ...before, position: { revision: 3, nonce } });
  expect(await database.run("SELECT revision FROM commit_mark")).toHaveLength(3);
  await store.prune({ before: Number.MAX_SAFE_INTEGER, dryRun: false });
  expect(await database.run("SELECT revision FROM commit_mark")).toHaveLength(1);
});
