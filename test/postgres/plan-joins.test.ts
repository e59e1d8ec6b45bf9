// Joins with the inventory are planned by the number of rows, whatever the statistics say and the connection has planned before.

import { expect, setDefaultTimeout, test } from "bun:test";
import { planJoins } from "../../src/postgres/plan-joins.ts";
import { PostgresStore } from "../../src/postgres/store.ts";
import { importRows, rows } from "../store/engine.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";

setDefaultTimeout(60_000);

const PETS = 10_000;

test("rows that are a large part of the inventory are hashed, others are looked up by key", async () => {
  await using database = await makeDatabase(await sharedServer());
  await using store = await PostgresStore.open({
    urls: [database.url],
    lockTimeoutMs: 5_000,
    retryOpen: false,
  });
  // Without statistics the planner expects few rows of the revision, always.
  for (const table of ["inventory", "ledger_entry"])
    await database.run(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
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
