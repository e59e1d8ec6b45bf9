// A plan is checked without the lock of all writers; what is committed between the check and the lock counts all the same.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { ImportResult, ImportRow } from "../../src/inventory/import.ts";
import type { PostgresStore } from "../../src/postgres/store.ts";
import { expectConsistent, IMPORT, importRows, item, itemsOf, positionOf, rows } from "../store/engine.ts";
import type { TestDatabase } from "../support/postgres-database.ts";
import { until } from "../support/until.ts";
import { lockWaits, type OpenedStore, openNewStore, openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

const BEFORE = rows([1n, 1], [2n, 2], [3n, 3]);

test("a pet of the plan that changes between its check and the lock refuses it", async () => {
  await using setting = await openNewStore();
  const { store } = setting;
  await importRows(store, BEFORE);
  const result = await applyBeforeLock(setting, rows([1n, 5], [2n, 5]), async (rival) => {
    await importRows(rival, rows([2n, 20]));
  });
  const present = { quantity: 20, status: "available" } as const;
  expect(result).toEqual({ kind: "plan_changed", count: 1, conflicts: [{ petId: 2n, present }] });
  expect(await itemsOf(store)).toEqual([item(1n, 1), item(2n, 20), item(3n, 3)]);
});

test("other pets that change between its check and the lock do not hinder a plan", async () => {
  await using setting = await openNewStore();
  const { store } = setting;
  await importRows(store, BEFORE);
  const result = await applyBeforeLock(setting, rows([1n, 5], [2n, 5]), async (rival) => {
    await importRows(rival, rows([3n, 30], [4n, 4]));
  });
  expect(result).toMatchObject({ kind: "applied", updated: 2, revision: 3 });
  expect(await itemsOf(store)).toEqual([item(1n, 5), item(2n, 5), item(3n, 30), item(4n, 4)]);
  await expectConsistent(store);
});

/** The lock of all writers. */
const LOCK = "SELECT 1 FROM write_lock FOR UPDATE";

/** Applies rows as planned while another store makes a change that gets the lock after the check and before the rows. */
async function applyBeforeLock(
  { database, store }: OpenedStore,
  wanted: readonly ImportRow[],
  change: (rival: PostgresStore) => Promise<void>,
): Promise<ImportResult> {
  await using rival = await openStore(database.url);
  await using stage = await store.stageImport();
  await stage.add(wanted);
  const planAt = await positionOf(store);
  const locked = await database.transaction(LOCK);
  // Waiting transactions get the lock in their order.
  const changed = change(rival);
  await untilWaiting(database, 1);
  const applied = stage.apply({ ...IMPORT, planAt });
  await untilWaiting(database, 2);
  await locked[Symbol.asyncDispose]();
  await changed;
  return await applied;
}

function untilWaiting(database: TestDatabase, count: number): Promise<unknown> {
  return until(`${count} writers to wait for the lock`, async () => (await lockWaits(database)) === count);
}
