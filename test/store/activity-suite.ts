// Revisions as activity, on every engine: what each changed, and whether it can be undone now.

import { expect } from "bun:test";
import type { Revision } from "../../src/inventory/activity.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { databaseTests } from "./database-tests.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  importRows,
  KEY_ORIGIN,
  ledgerOf,
  rows,
  setTo,
  removePet,
} from "./engine.ts";

/** More than one page examines of one revision. */
const LARGE = 1_500;

export function describeActivity(engine: Engine): void {
  const test = databaseTests(engine);

  test("each revision is one entry with its origin, its sums, and whether it can be undone", async (store) => {
    await store.commit([createPet(1n, 4), createPet(2n, 1, "sold")]);
    await importRows(store, rows([1n, 5], [2n, 7], [3n, 2]), { note: "spring" });
    await store.commit([setTo(3n, 0, { reason: "damaged", note: "flood" })]);
    const at = expect.any(Number);
    const command = { at, actor: COMMAND_ORIGIN.actor, keyId: null, note: null, undoes: null };
    expect(await activityOf(store)).toEqual([
      {
        revision: 4,
        at,
        actor: KEY_ORIGIN.actor,
        keyId: KEY_ORIGIN.keyId,
        reason: "damaged",
        note: "flood",
        undoes: null,
        pets: 1,
        labels: 0,
        quantityChange: -2,
        undoable: true,
      },
      {
        revision: 3,
        ...command,
        note: "spring",
        reason: "import",
        pets: 3,
        labels: 0,
        quantityChange: 9,
        undoable: false,
      },
      { revision: 2, ...command, reason: "set", pets: 1, labels: 0, quantityChange: 1, undoable: false },
      { revision: 1, ...command, reason: "set", pets: 1, labels: 0, quantityChange: 4, undoable: false },
    ]);
  });

  test("pages of any size list the same revisions, also around large ones", async (store) => {
    await store.commit([createPet(-1n, 1), createPet(-2n, 1)]);
    await importRows(store, largeRows(1));
    await store.commit(Array.from({ length: 30 }, (_, i) => setTo(-1n, i + 2)));
    await importRows(store, largeRows(2));
    await store.commit([setTo(-2n, 9)]);
    const all = await activityOf(store);
    expect(all.map(({ revision }) => revision)).toEqual(Array.from({ length: 35 }, (_, i) => 35 - i));
    expect(all.filter(({ pets }) => pets === LARGE).map(({ revision }) => revision)).toEqual([34, 3]);
    expect(all.map(({ quantityChange }) => quantityChange)).toEqual(await quantityChangesOf(store));
    for (const limit of [1, 3, 34, 35, 36]) expect(await activityOf(store, limit)).toEqual(all);
  });

  test("a revision is undoable exactly if its undo would succeed", async (store) => {
    await importRows(store, largeRows(1));
    await store.commit(Array.from({ length: 40 }, (_, i) => createPet(BigInt(-1 - (i % 7)), 5 + i)));
    await importRows(store, largeRows(2));
    await store.commit([setTo(7n, 99)]);
    await store.commit([removePet(-3n)]);
    for (const { revision, undoable } of await activityOf(store)) {
      const { kind } = await store.undo({ revision, dryRun: true, by: COMMAND_ORIGIN });
      expect([revision, undoable]).toEqual([revision, kind === "undone"]);
    }
  });

  test("of a large revision with many later movements of other pets it is not known whether it can be undone", async (store) => {
    await importRows(store, largeRows(1));
    await importRows(store, largeRows(1, 10_000));
    await importRows(store, largeRows(1, 20_000));
    expect((await activityOf(store)).map(({ undoable }) => undoable)).toEqual([true, null, null]);
    await store.commit([setTo(1n, 50)]);
    expect((await activityOf(store)).map(({ undoable }) => undoable)).toEqual([true, true, null, false]);
  });

  test("after a prune the activity begins after the start of the history: kept last states are none, also of a large import", async (store, database) => {
    await importRows(store, largeRows(1));
    await store.commit([createPet(-1n, 1)]);
    await store.commit([createPet(-2n, 2)]);
    await database.tamper("UPDATE commit_mark SET at = revision");
    await store.prune({ before: 3, dryRun: false });
    expect(await ledgerOf(store)).toHaveLength(LARGE + 2);
    for (const limit of [1, 100])
      expect((await activityOf(store, limit)).map(({ revision }) => revision)).toEqual([3]);
  });

  test("an empty inventory has no activity", async (store) => {
    expect(await store.revisions({ limit: 5 })).toEqual({ revisions: [], next: null });
  });
}

function largeRows(quantity: number, first = 0) {
  return rows(...Array.from({ length: LARGE }, (_, i) => [BigInt(first + i), quantity] as const));
}

/** Page by page, newest first. */
async function activityOf(store: InventoryStore, limit = 1_000): Promise<Revision[]> {
  const found: Revision[] = [];
  for (let before: number | null | undefined; before !== null;) {
    const page = await store.revisions({ ...(before !== undefined && { before }), limit });
    expect(page.revisions.length).toBeLessThanOrEqual(limit);
    found.push(...page.revisions);
    before = page.next;
  }
  return found;
}

/** Summed from the ledger, newest revision first. */
async function quantityChangesOf(store: InventoryStore): Promise<number[]> {
  const sums = new Map<number, number>();
  for (const { revision, before, after } of await ledgerOf(store)) {
    const change = (after?.quantity ?? 0) - (before?.quantity ?? 0);
    sums.set(revision, (sums.get(revision) ?? 0) + change);
  }
  return [...sums.values()];
}
