// A prune beside other transactions: it stops where the history was replaced, blocks no writer while it removes commits, and
// under a held snapshot never reads the rows that it has removed.

import { expect, setDefaultTimeout, test } from "bun:test";
import { COMMAND_ORIGIN, createPet, everythingOf, setTo } from "../store/engine.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { until } from "../support/until.ts";
import { lockWaits, openNewStore, openStore, untilStoresLeft } from "./opened-store.ts";

setDefaultTimeout(60_000);

const ROWS = 50_000;
/**
 * For each row of both tables. Measured: 5; where each portion begins at the oldest, 13, and more for each further row.
 */
const ENTRIES_MAX = 6;

test("a prune stops where the start of its history has become another commit", async () => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await store.commit([createPet(1n, 1), createPet(2n, 1)]);
  await store.commit([setTo(1n, 2)]);
  const before = await everythingOf(store);
  await using other = new Bun.SQL(database.url, { max: 1 });
  await other`BEGIN`.simple();
  await other`SELECT 1 FROM write_lock FOR UPDATE`;
  const pruned = store.prune({ before: Number.MAX_SAFE_INTEGER, dryRun: false }).catch(String);
  await until("the prune to know its beginning, and to wait", async () => (await lockWaits(database)) > 0);
  // The effect of a failover to a standby that lacked the newest commit and has made another one.
  await other`UPDATE commit_mark SET nonce = '00000000000000aa' WHERE revision = 3`;
  await other`COMMIT`.simple();
  expect(await pruned).toContain("nothing more was removed; run it again");
  const nonce = "00000000000000aa";
  expect(await everythingOf(store)).toEqual({ ...before, position: { revision: 3, nonce } });
  expect(await database.run("SELECT revision FROM commit_mark")).toHaveLength(3);
  await store.prune({ before: Number.MAX_SAFE_INTEGER, dryRun: false });
  expect(await database.run("SELECT revision FROM commit_mark")).toHaveLength(1);
});

test("under a held snapshot no portion reads the rows removed before it, and no undo reads pruned rows", async () => {
  await using database = await makeDatabase(await sharedServer());
  {
    await using store = await openStore(database.url);
    await store.commit([createPet(1n, 1)]);
  }
  // Ten portions of commits and of expired results; each commit has one movement of the pet.
  // Without autovacuum: on a busy machine its work between the portions would be counted, too.
  await database.run(`
    ALTER TABLE commit_mark SET (autovacuum_enabled = off);
    ALTER TABLE ledger_entry SET (autovacuum_enabled = off);
    ALTER TABLE idempotency_record SET (autovacuum_enabled = off);
    UPDATE commit_mark SET at = 1000;
    INSERT INTO commit_mark (revision, nonce, at, movements, quantity, in_stock, available, pending, sold, total_in, total_out)
      SELECT r, '0123456789abcdef', 1000, 1, r, 1, 1, 0, 0, r, 0 FROM generate_series(2, ${ROWS}) r;
    INSERT INTO ledger_entry (revision, pet_id, quantity_before, quantity_after, status_before, status_after,
      origin, at, previous)
    SELECT r, 1, r - 1, r, NULL, 'available', 1, 1000, r - 1
      FROM generate_series(2, ${ROWS}) r;
    UPDATE inventory SET quantity = ${ROWS}, revision = ${ROWS};
    INSERT INTO idempotency_record SELECT 'key1', 'sale-' || r, 'x', 1, 1, 'available', r, r FROM generate_series(1, ${ROWS}) r;
    ANALYZE`);
  await using _ = await database.transaction("DECLARE held CURSOR FOR SELECT 1 FROM inventory");
  const before = await entriesOf(database);
  {
    await using store = await openStore(database.url);
    const report = await store.prune({ before: 2_000, dryRun: false });
    expect(report).toMatchObject({
      historyStart: ROWS,
      commits: ROWS,
      movements: ROWS - 1,
      idempotencyRecords: ROWS,
    });
    expect((await store.verify()).problems).toEqual([]);
  }
  const pruned = await entriesOf(database);
  expect((pruned - before) / ROWS).toBeLessThan(ENTRIES_MAX);
  {
    await using store = await openStore(database.url);
    await store.commit([setTo(1n, 7)]);
    const undone = await store.undo({ revision: ROWS + 1, dryRun: false, by: COMMAND_ORIGIN });
    expect(undone).toMatchObject({ kind: "undone", updated: 1 });
  }
  // A few reads for each statement; a search for the oldest commit would read at least each pruned one.
  expect((await entriesOf(database)) - pruned).toBeLessThan(ROWS / 10);
});

/** How many index entries of the pruned tables sessions that have ended have read. */
async function entriesOf(database: TestDatabase): Promise<number> {
  await untilStoresLeft(database);
  const [row] = await database.run(`
    SELECT sum(idx_tup_read) AS entries FROM pg_stat_user_indexes WHERE relname IN ('commit_mark', 'idempotency_record')`);
  return Number(row?.["entries"]);
}
