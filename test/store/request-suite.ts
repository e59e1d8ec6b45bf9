// Note and request id of a revision are stored once, not with each of its movements: what a request sends bounds what it stores.

import { expect } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { applyInGroup, applyStaged, type ApplySet, changeSet } from "./change-sets.ts";
import { databaseTests } from "./database-tests.ts";
import { type Engine, expectConsistent, importRows, ledgerOf, rows, setTo, KEY_ORIGIN } from "./engine.ts";
import { createActingKeys } from "./keys-suite.ts";
import { pruneUpTo } from "./prune-suite.ts";
import { undo, undoInGroup } from "./undo-suite.ts";

const PETS = 1_000;
const ids = Array.from({ length: PETS }, (_, i) => BigInt(i));
const note = "n".repeat(500);
const by = { ...KEY_ORIGIN, requestId: "r".repeat(64) };

/**
 * Bytes of a change of a set, with its part of indexes and of the pets' rows; PostgreSQL keeps the older versions of those until a
 * VACUUM.
 */
const BYTES_MAX = 400;

const WAYS: readonly (readonly [string, ApplySet])[] = [
  ["in the group commit", applyInGroup],
  ["through the stage", applyStaged],
];

export function describeRequests(engine: Engine): void {
  const test = databaseTests(engine);

  test.each(WAYS)("a note is stored once for a set of 1,000 changes %s", async ({ database }, _, apply) => {
    await createActingKeys(database.store, "key1");
    await importRows(database.store, rows(...ids.map((petId) => [petId, 0] as const)));
    // A closed store leaves nothing in a log.
    const before = await (await database.reopen()).storageUse();
    const { store } = database;
    for (const quantity of [1, 2, 3]) {
      const set = changeSet(
        ids.map((petId) => ({ petId, quantity })),
        { reason: "counted", note, by },
      );
      expect(await apply(store, set)).toMatchObject({ kind: "applied", updated: PETS });
    }
    const movements = await ledgerOf(store, { firstRevision: 2, limit: 3 * PETS });
    expect(movements).toHaveLength(3 * PETS);
    for (const movement of movements) expect(movement).toMatchObject({ note, by, undoes: null });
    const { revisions } = await store.revisions({ limit: 3 });
    expect(revisions.map((each) => each.note)).toEqual([note, note, note]);
    expect(await copiesOf(note, store)).toBe(3);
    await expectConsistent(store);
    const after = await (await database.reopen()).storageUse();
    expect((after.databaseBytes - before.databaseBytes) / (3 * PETS)).toBeLessThan(BYTES_MAX);
  });

  test("an undo of many pets stores its request once, and a change of one pet needs no row for it", async (store) => {
    await createActingKeys(store, "key1");
    await importRows(store, rows([1n, 1], [2n, 2]));
    await undo(store, 1, { by });
    await undoInGroup(store, 2, { by });
    expect(await copiesOf(by.requestId, store)).toBe(2);
    const requests = await countOf("revision_request", store);
    await store.commit([setTo(1n, 3, { note, by }), changeSet([{ petId: 2n, quantity: 9 }], { note, by })]);
    expect(await countOf("revision_request", store)).toBe(requests);
    const movements = await ledgerOf(store, { firstRevision: 4 });
    for (const movement of movements) expect(movement).toMatchObject({ note, by });
  });

  test("a prune removes a request with the last of its movements, and keeps it as long as one is left", async (store, database) => {
    const set = (quantity: number, ...pets: bigint[]) =>
      applyInGroup(
        store,
        changeSet(
          pets.map((petId) => ({ petId, quantity })),
          { note: `to ${quantity}`, by },
        ),
      );
    await importRows(store, rows([1n, 1], [2n, 2], [3n, 3]));
    await set(5, 1n, 2n);
    await set(6, 2n, 3n);
    await set(7, 2n, 3n);
    await pruneUpTo(database, 4);
    const left = await ledgerOf(store);
    expect(left.map((each) => [each.petId, each.note])).toEqual([
      [2n, "to 7"],
      [3n, "to 7"],
      [1n, "to 5"],
    ]);
    expect(await countOf("revision_request", store)).toBe(2);
    await expectConsistent(store);
  });
}

async function rowsOf(table: string, store: InventoryStore): Promise<readonly string[]> {
  const found: string[] = [];
  await store.exportAll(async (batch) => {
    if (batch.table.name !== table) return;
    found.push(...batch.rows.map((row) => Object.values(row).join(" ")));
  });
  return found;
}

async function countOf(table: string, store: InventoryStore): Promise<number> {
  return (await rowsOf(table, store)).length;
}

/** In how many rows of the history the text is. */
async function copiesOf(text: string, store: InventoryStore): Promise<number> {
  const all = [...(await rowsOf("ledger_entry", store)), ...(await rowsOf("revision_request", store))];
  return all.filter((row) => row.includes(text)).length;
}
