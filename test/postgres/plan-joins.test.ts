// Joins with the inventory are planned by the number of rows, whatever the statistics say and the connection has planned before.

import { expect, setDefaultTimeout, test } from "bun:test";
import { planJoins } from "../../src/postgres/plan-joins.ts";
import { COMMAND_ORIGIN, importRows, rows, setTo } from "../store/engine.ts";
import type { TestDatabase } from "../support/postgres-database.ts";
import { type OpenedStore, openNewStore, openStore, untilStoresLeft } from "./opened-store.ts";

setDefaultTimeout(60_000);

const PETS = 10_000;

/** So many that a statement which compares each row of the ledger with each pet would take minutes. */
const REFILLED_PETS = 40_000;

/** An inventory that was emptied: the planner expects one row for each page that the tables had then. */
const EMPTIED = `
  DELETE FROM ledger_entry; DELETE FROM inventory; DELETE FROM origin; DELETE FROM commit_mark WHERE revision > 0;
  ANALYZE`;

/** Its statistics are those of the test alone: none, with which the planner expects few rows of a revision, or old ones. */
async function openWithoutAutovacuum(): Promise<OpenedStore> {
  const setting = await openNewStore();
  for (const table of ["inventory", "ledger_entry", "commit_mark"])
    await setting.database.run(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  return setting;
}

test("rows that are a large part of the inventory are hashed, others are looked up by key", async () => {
  await using setting = await openWithoutAutovacuum();
  const { database, store } = setting;
  await importRows(store, rows(...Array.from({ length: PETS }, (_, i) => [BigInt(i), 1] as const)));
  await using pool = new Bun.SQL(database.url, { max: 1 });
  using sql = await pool.reserve();
  await sql`
    PREPARE joined (bigint) AS
    SELECT count(*) FROM movement m JOIN inventory i ON i.pet_id = m.pet_id WHERE m.revision = $1`.simple();
  const planFor = async (count: number): Promise<string> => {
    await sql`BEGIN`;
    await planJoins(sql, count);
    // After five executions PostgreSQL would keep one plan for all that follow.
    for (let i = 0; i < 6; i++) await sql`EXECUTE joined (1)`.simple();
    const lines: { "QUERY PLAN": string }[] = await sql`EXPLAIN EXECUTE joined (1)`.simple();
    await sql`ROLLBACK`;
    return lines.map((line) => line["QUERY PLAN"]).join("\n");
  };
  for (let round = 1; round <= 2; round++) {
    expect(await planFor(PETS)).not.toContain("Nested Loop");
    expect(await planFor(10)).toMatch(/Nested Loop[^]*inventory_pkey/);
  }
});

test("verify and prune join whole tables by hashing, also where the planner expects a row or two", async () => {
  await using setting = await openWithoutAutovacuum();
  const { database, store } = setting;
  const pets = rows(...Array.from({ length: REFILLED_PETS }, (_, i) => [BigInt(i), i] as const));
  await importRows(store, pets);
  await database.run(EMPTIED);
  await importRows(store, pets);
  for (const revision of [1, 2])
    expect(await store.undo({ revision, dryRun: false, by: COMMAND_ORIGIN })).toMatchObject({
      kind: "undone",
    });
  expect(await store.verify()).toMatchObject({ movements: 3 * REFILLED_PETS, problems: [] });
  await store.commit([setTo(1n, 7)]);
  const pruned = await store.prune({ before: Number.MAX_SAFE_INTEGER, dryRun: false });
  expect(pruned).toMatchObject({ movements: 2 * REFILLED_PETS + 1 });
  expect(await store.verify()).toMatchObject({ movements: REFILLED_PETS, problems: [] });
});

test("a page of activity or movements reads some thousand movements, also of a revision with more that has no statistics yet", async () => {
  await using setting = await openWithoutAutovacuum();
  const { database, store } = setting;
  await importRows(store, rows(...Array.from({ length: REFILLED_PETS }, (_, i) => [BigInt(i), 1] as const)));
  await store[Symbol.asyncDispose]();
  const before = await movementsRead(database);
  {
    await using reading = await openStore(database.url);
    expect((await reading.revisions({ limit: 50 })).revisions).toMatchObject([{ pets: REFILLED_PETS }]);
    expect((await reading.movements({ limit: 50 })).movements).toHaveLength(50);
  }
  const read = (await movementsRead(database)) - before;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(REFILLED_PETS / 2);
});

/** By sessions that have ended. */
async function movementsRead(database: TestDatabase): Promise<number> {
  await untilStoresLeft(database);
  const [row] = await database.run(`
    SELECT seq_tup_read + idx_tup_fetch AS count FROM pg_stat_user_tables WHERE relname = 'ledger_entry'`);
  return Number(row?.["count"]);
}
