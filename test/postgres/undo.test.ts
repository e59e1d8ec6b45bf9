// An undo is checked without the lock of all writers; what is committed between the check and the lock counts all the same.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { ImportRow } from "../../src/inventory/import.ts";
import type { PostgresStore } from "../../src/postgres/store.ts";
import { COMMAND_ORIGIN, expectConsistent, importRows, item, itemsOf, rows } from "../store/engine.ts";
import { undo } from "../store/undo-suite.ts";
import type { TestDatabase } from "../support/postgres-database.ts";
import { until } from "../support/until.ts";
import { lockWaits, type OpenedStore, openNewStore, openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

test("a refused undo and a dry run do not wait for the lock of all writers", async () => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await importRows(store, rows([1n, 1], [2n, 2]));
  await importRows(store, rows([1n, 10]));
  const locked = await database.transaction(LOCK);
  expect(await undo(store, 1)).toMatchObject({ kind: "changed_since", count: 1 });
  expect(await undo(store, 2, { dryRun: true })).toMatchObject({ kind: "undone", updated: 1 });
  await locked[Symbol.asyncDispose]();
  expect(await undo(store, 2)).toMatchObject({ kind: "undone", updated: 1 });
});

test("an undo of labels is computed before the lock of all writers, and leaves no row", async () => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await importRows(store, named("Rex"));
  await importRows(store, named("Max"));
  const locked = await database.transaction(LOCK);
  const undone = undo(store, 2);
  await untilWaiting(database, 1);
  expect(await storedChanges(database)).toEqual([{ pet_id: "1" }]);
  await locked[Symbol.asyncDispose]();
  expect(await undone).toMatchObject({ kind: "undone", updated: 0, relabelled: 1, revision: 3 });
  expect(await storedChanges(database)).toEqual([]);
  expect(await database.run("SELECT id FROM stage")).toEqual([]);
  await expectConsistent(store);
});

test("a pet that changes between the check of an undo and its lock refuses it", async () => {
  await using setting = await openNewStore();
  const { store } = setting;
  await importRows(store, rows([1n, 1], [2n, 2]));
  const undone = await beforeLock(setting, { revision: 1 }, async (rival) => {
    await importRows(rival, rows([1n, 10]));
  });
  const present = { quantity: 10, status: "available" };
  expect(undone).toMatchObject({ kind: "changed_since", count: 1, pets: [{ petId: 1n, present }] });
  expect(await itemsOf(store)).toEqual([item(1n, 10), item(2n, 2)]);
  await expectConsistent(store);
});

test("with skipChanged, a pet that changes between the check of an undo and its lock stays", async () => {
  await using setting = await openNewStore();
  const { store } = setting;
  await importRows(store, rows([1n, 1], [2n, 2], [3n, 3]));
  await importRows(store, rows([1n, 10], [2n, 20], [3n, 30]));
  await importRows(store, rows([3n, 31]));
  const undone = await beforeLock(setting, { revision: 2, skipChanged: true }, async (rival) => {
    await importRows(rival, rows([1n, 11]));
  });
  expect(undone).toMatchObject({ kind: "undone", updated: 1, skipped: { count: 2 } });
  expect(await itemsOf(store)).toEqual([item(1n, 11), item(2n, 2), item(3n, 31)]);
  await expectConsistent(store);
});

test("other pets that change between the check of an undo and its lock do not hinder it", async () => {
  await using setting = await openNewStore();
  const { store } = setting;
  await importRows(store, rows([1n, 1], [2n, 2]));
  await importRows(store, rows([1n, 10]));
  const undone = await beforeLock(setting, { revision: 2 }, async (rival) => {
    await importRows(rival, rows([2n, 20], [3n, 3]));
  });
  expect(undone).toMatchObject({ kind: "undone", updated: 1, revision: 4, skipped: { count: 0 } });
  expect(await itemsOf(store)).toEqual([item(1n, 1), item(2n, 20), item(3n, 3)]);
  await expectConsistent(store);
});

test("a prune that begins between the check of an undo and its lock refuses it", async () => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await importRows(store, rows([1n, 1]));
  await importRows(store, rows([1n, 10]));
  await importRows(store, rows([2n, 2]));
  const locked = await database.transaction(LOCK);
  const undone = undo(store, 2);
  await untilWaiting(database, 1);
  // The rows that a prune removes first, without the lock.
  await database.run("DELETE FROM commit_mark WHERE revision < 3");
  await locked[Symbol.asyncDispose]();
  expect(await undone).toEqual({ kind: "pruned", historyStart: 3 });
  expect(await itemsOf(store)).toEqual([item(1n, 10), item(2n, 2)]);
});

function named(name: string): ImportRow[] {
  return [{ petId: 1n, quantity: 1, label: { name }, line: 2 }];
}

function storedChanges(database: TestDatabase): Promise<readonly unknown[]> {
  return database.run("SELECT pet_id::text FROM staged_change");
}

/** The lock of all writers. */
const LOCK = "SELECT 1 FROM write_lock FOR UPDATE";

/** Undoes a revision while another store makes a change that gets the lock after the check and before the undo. */
async function beforeLock(
  { database, store }: OpenedStore,
  wanted: { readonly revision: number; readonly skipChanged?: boolean },
  change: (rival: PostgresStore) => Promise<void>,
) {
  await using rival = await openStore(database.url);
  const locked = await database.transaction(LOCK);
  // Waiting transactions get the lock in their order: the change before the undo.
  const changed = change(rival);
  await untilWaiting(database, 1);
  const undone = store.undo({ ...wanted, dryRun: false, by: COMMAND_ORIGIN });
  await untilWaiting(database, 2);
  await locked[Symbol.asyncDispose]();
  await changed;
  return undone;
}

function untilWaiting(database: TestDatabase, count: number): Promise<unknown> {
  return until(`${count} writers to wait for the lock`, async () => (await lockWaits(database)) === count);
}
