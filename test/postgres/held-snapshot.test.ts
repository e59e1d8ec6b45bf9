// A session that holds a snapshot (a dump, an export into a pager, a forgotten transaction) keeps every dead
// version of every row. Neither the queries of a list nor those of a group may step over them.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Position } from "../../src/inventory/position.ts";
import type { PostgresStore } from "../../src/postgres/store.ts";
import { createPet, expectConsistent, positionOf, setTo } from "../store/engine.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { openStore, untilStoresLeft } from "./opened-store.ts";

setDefaultTimeout(60_000);

const PETS = 1_000;
const COMMITS = 2_000;
/** The measured commits, each followed by the query of a list. */
const ROUNDS = 50;
/**
 * Pages of tables and indexes that each may read more than before those commits. Measured: 14, since
 * indexes grow by a level and each pet has dead versions of its own; where each commit updates a row that all of them read,
 * 72.
 */
const MORE_PAGES_MAX = 40;

test("under a held snapshot a commit and the query of a list read no more pages, however many commits there were", async () => {
  await using database = await makeDatabase(await sharedServer());
  let position = await withStore(database, async (store) => {
    await store.commit(Array.from({ length: PETS }, (_, i) => createPet(BigInt(i), 1)));
    return positionOf(store);
  });
  // The worst statistics for the planner: a history of one commit, and none of the ledger.
  await database.run("VACUUM ANALYZE commit_mark");
  await using _ = await database.transaction("DECLARE held CURSOR FOR SELECT 1 FROM inventory");
  const update = async (rounds: number) => {
    position = await withStore(database, (store) => updateAndAsk(store, rounds, position));
  };
  const pages = async () => {
    const before = await pagesOf(database);
    await update(ROUNDS);
    return ((await pagesOf(database)) - before) / ROUNDS;
  };

  const before = await pages();
  await update(COMMITS);
  expect((await pages()) - before).toBeLessThan(MORE_PAGES_MAX);
  await withStore(database, async (store) => {
    expect(position.revision).toBe(PETS + COMMITS + 2 * ROUNDS);
    expect(await positionOf(store)).toEqual(position);
    await expectConsistent(store);
  });
});

let quantity = 1;

async function updateAndAsk(store: PostgresStore, rounds: number, from: Position): Promise<Position> {
  let position = from;
  for (let i = 0; i < rounds; i++) {
    await store.commit([setTo(BigInt(i % PETS), ++quantity)]);
    const changes = await store.changesSince(position);
    if (changes === "reload") throw new Error("a position of before is not in the history");
    position = changes.position;
  }
  return position;
}

async function withStore<T>(database: TestDatabase, work: (store: PostgresStore) => Promise<T>): Promise<T> {
  await using store = await openStore(database.url);
  return await work(store);
}

/** How many pages of our tables and their indexes sessions that have ended have read. */
async function pagesOf(database: TestDatabase): Promise<number> {
  await untilStoresLeft(database);
  const [row] = await database.run(`
    SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read) AS pages FROM pg_statio_user_tables`);
  return Number(row?.["pages"]);
}
