// Filling the ledger of an upgraded database, on every engine: portion by portion, beside writers and other fills, with the result
// that the writers would have written.

import { expect, test } from "bun:test";
import { fillCompletely } from "../../src/inventory/ledger-fill.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  importRows,
  rows,
  setTo,
  TestDatabase,
} from "./engine.ts";

/** More than two portions. */
const PETS = 2_300;
const RANGE = { since: Date.now() - 9e6, until: Date.now() + 9e6, step: "hour" } as const;

export function describeFill(engine: Engine): void {
  test("an upgraded ledger is filled as if it had been written so", async () => {
    await using database = await withHistory(engine);
    const { store } = database;
    const before = await everythingOf(store);
    await unfill(database);
    expect((await everythingOf(store)).movements.every(({ previous }) => previous === null)).toBeTrue();
    await expectConsistent(store);
    await fillCompletely(store);
    expect(await everythingOf(store)).toEqual(before);
    await expectConsistent(store);
    expect(await store.fillLedger()).toBe("done");
  }, 30_000);

  test("updates, an import and an undo go on between the portions, and verify passes after each", async () => {
    await using database = await withHistory(engine);
    const { store } = database;
    await unfill(database);
    const revision = (await store.commit([setTo(1n, 77)]))[0];
    await expectConsistent(store);
    const change: readonly (() => Promise<unknown>)[] = [
      () => store.commit([setTo(2n, 78), createPet(-5n, 3), setTo(2n, 79)]),
      () => importRows(store, rows([3n, 50], [4n, 51])),
      () => store.undo({ revision: 2, dryRun: false, by: COMMAND_ORIGIN }),
      () => store.commit([{ petId: 5n, remove: true, reason: "remove", by: COMMAND_ORIGIN }]),
    ];
    expect(revision?.kind).toBe("updated");
    for (let steps = 0; (await store.fillLedger()) !== "done"; steps++) {
      await change[steps]?.();
      await expectConsistent(store);
    }
    await expectConsistent(store);
    await store.commit([setTo(6n, 80)]);
    await expectConsistent(store);
    expect((await store.totals(RANGE)).kind).toBe("totals");
  }, 60_000);

  test("until it is filled the totals say so, and the history of a pet is complete", async () => {
    await using database = await withHistory(engine);
    const { store } = database;
    const expected = (await everythingOf(store)).movements.filter(({ petId }) => petId === 7n);
    await unfill(database);
    expect(await store.totals(RANGE)).toEqual({ kind: "filling" });
    const found = (await everythingOf(store)).movements.filter(({ petId }) => petId === 7n);
    expect(found.map(({ revision }) => revision)).toEqual(expected.map(({ revision }) => revision));
    expect(await store.revisions({ limit: 3 })).toMatchObject({
      revisions: [{ pets: 1 }, { pets: 1 }, { pets: 1 }],
    });
  });

  test("another store goes on where a killed one stopped, and two at once fill each portion once", async () => {
    await using database = await withHistory(engine);
    const before = await everythingOf(database.store);
    await unfill(database);
    expect(await database.store.fillLedger()).toBe("more");
    const store = await database.reopen();
    const rival = await database.open();
    await Promise.all([fillCompletely(store), fillCompletely(rival)]);
    expect(await everythingOf(store)).toEqual(before);
    await expectConsistent(store);
  }, 60_000);

  test("a prune completes the fill first; a ledger that was pruned before is filled from there", async () => {
    await using database = await withHistory(engine);
    const { store } = database;
    await database.tamper("UPDATE commit_mark SET at = revision");
    await unfill(database);
    await store.prune({ before: 3, dryRun: false });
    await expectConsistent(store);
    const pruned = await everythingOf(store);
    await unfill(database);
    await fillCompletely(store);
    await expectConsistent(store);
    const links = (each: typeof pruned) => each.movements.filter(({ previous }) => (previous ?? 0) > 2);
    expect(links(await everythingOf(store))).toEqual(links(pruned));
  }, 30_000);

  test.each([
    ["a wrong predecessor", "UPDATE ledger_entry SET previous = 1 WHERE revision = 5"],
    ["a missing predecessor", "UPDATE ledger_entry SET previous = NULL WHERE revision = 5"],
    ["wrong totals", "UPDATE commit_mark SET quantity = quantity + 1 WHERE revision = 6"],
    ["a wrong sum of units", "UPDATE commit_mark SET total_out = total_out + 1 WHERE revision = 6"],
    ["a wrong number of movements", "UPDATE commit_mark SET movements = movements + 1 WHERE revision = 6"],
    ["a wrong number of pets", "UPDATE commit_mark SET sold = sold + 1"],
    ["missing totals", "UPDATE commit_mark SET quantity = NULL WHERE revision = 6"],
  ])("verify finds %s", async (_, sql) => {
    await using database = await withHistory(engine);
    await database.tamper(sql);
    expect((await database.store.verify()).problems.length).toBeGreaterThan(0);
  });
}

/** Revisions 1 to 8; the first two are imports of all pets. */
async function withHistory(engine: Engine): Promise<TestDatabase> {
  const database = await TestDatabase.make(engine);
  const { store } = database;
  for (const quantity of [1, 2]) await importAll(store, quantity);
  await store.commit([setTo(7n, 9), createPet(-1n, 4, "sold"), setTo(7n, 3)]);
  await store.commit([{ petId: 8n, remove: true, reason: "remove", by: COMMAND_ORIGIN }]);
  await store.commit([createPet(8n, 6, "pending")]);
  await store.commit([setTo(7n, 0)]);
  return database;
}

async function importAll(store: InventoryStore, quantity: number): Promise<void> {
  await importRows(store, rows(...Array.from({ length: PETS }, (_, i) => [BigInt(i), quantity] as const)));
}

/** As the migration leaves an older database. */
async function unfill(database: TestDatabase): Promise<void> {
  await database.tamper("UPDATE ledger_entry SET previous = NULL");
  await database.tamper(`
    UPDATE commit_mark SET quantity = NULL, in_stock = NULL, available = NULL, pending = NULL, sold = NULL,
      total_in = NULL, total_out = NULL, movements = NULL
    WHERE revision > 0`);
  await database.tamper(`
    INSERT INTO ledger_fill SELECT 1, max(revision), 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0 FROM commit_mark`);
}
