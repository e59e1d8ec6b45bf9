// Imports, on every engine: all of it or nothing, one revision for all rows, no revision without an effect.

import { describe, expect } from "bun:test";
import { PET_ID_MAX, PET_ID_MIN, QUANTITY_MAX } from "../../src/inventory/item.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { databaseTests } from "./database-tests.ts";
import {
  addPets,
  ledgerOf,
  COMMAND_ORIGIN,
  type Engine,
  everythingOf,
  expectConsistent,
  IMPORT,
  importRows,
  item,
  itemsOf,
  positionOf,
  rows,
  setTo,
} from "./engine.ts";

export function describeImports(engine: Engine): void {
  const test = databaseTests(engine, addPets);

  test("pets are created, updated or unchanged, and counted as such, in one revision", async (store) => {
    const result = await importRows(
      store,
      rows([4n, 40], [1n, 10], [2n, 2], [-5n, 50, "sold"], [3n, 3, "available"]),
    );
    expect(result).toEqual({
      position: await positionOf(store),
      kind: "applied",
      created: 2,
      updated: 2,
      removed: 0,
      relabelled: 0,
      unchanged: 1,
      revision: 4,
    });
    expect(await itemsOf(store)).toEqual([
      item(-5n, 50, "sold"),
      item(1n, 10),
      item(2n, 2, "pending"),
      item(3n, 3),
      item(4n, 40),
    ]);
    const movements = await ledgerOf(store, { limit: 100 });
    const ofImport = movements.filter(({ revision }) => revision === 4);
    expect(ofImport.map(({ petId }) => petId).toSorted()).toEqual([-5n, 1n, 3n, 4n]);
    for (const { reason, by } of ofImport)
      expect({ reason, by }).toEqual({ reason: "import", by: COMMAND_ORIGIN });
    expect(movements).toHaveLength(7);
    await expectConsistent(store);
  });

  test("a row without a status keeps the pet's; a new pet is available", async (store) => {
    await importRows(store, rows([2n, 9], [8n, 8]));
    expect(await itemsOf(store)).toMatchObject([
      item(1n, 1),
      item(2n, 9, "pending"),
      item(3n, 3, "sold"),
      item(8n, 8, "available"),
    ]);
  });

  test("with replace, the pets that the rows lack are removed", async (store) => {
    const result = await importRows(store, rows([2n, 2], [9n, 9]), { replace: true });
    expect(result).toEqual({
      position: await positionOf(store),
      kind: "applied",
      created: 1,
      updated: 0,
      removed: 2,
      relabelled: 0,
      unchanged: 1,
      revision: 4,
    });
    expect(await itemsOf(store)).toEqual([item(2n, 2, "pending"), item(9n, 9)]);
    expect(await ledgerOf(store, { petId: 3n, limit: 1 })).toMatchObject([
      { revision: 4, before: { quantity: 3, status: "sold" }, after: null, reason: "import" },
    ]);
    const again = await importRows(store, rows([2n, 2], [9n, 9]), { replace: true });
    expect(again).toMatchObject({ removed: 0, relabelled: 0, unchanged: 2, revision: 4 });
    await expectConsistent(store);
  });

  test("with replace and no rows, every pet is removed", async (store) => {
    expect(await importRows(store, [], { replace: true })).toMatchObject({ removed: 3, revision: 4 });
    expect(await itemsOf(store)).toEqual([]);
    await expectConsistent(store);
  });

  test("a removed pet that an import brings back is new: available, without a state before", async (store) => {
    await importRows(store, rows([1n, 1]), { replace: true });
    expect(await importRows(store, rows([2n, 7], [3n, 3]))).toMatchObject({ created: 2, updated: 0 });
    expect(await itemsOf(store)).toEqual([item(1n, 1), item(2n, 7), item(3n, 3)]);
    const [revival] = await ledgerOf(store, { petId: 3n, limit: 1 });
    expect(revival).toMatchObject({ before: null, after: { quantity: 3, status: "available" } });
    await expectConsistent(store);
  });

  test("rows that repeat a pet are reported with the line of its first row, which counts", async (store) => {
    await using stage = await store.stageImport();
    const [first, second, third, other] = rows([7n, 1], [7n, 2], [7n, 1], [8n, 1]);
    expect(await stage.add([first!, second!])).toEqual([{ row: second!, firstLine: 1 }]);
    expect(await stage.add([third!, other!])).toEqual([{ row: third!, firstLine: 1 }]);
    // A JSON array may have all of its items in one line.
    const [one, same] = rows([9n, 1], [9n, 2]).map((row) => ({ ...row, line: 1 }));
    expect(await stage.add([one!, same!])).toEqual([{ row: same!, firstLine: 1 }]);
    expect(await stage.add([])).toEqual([]);
    expect(await stage.apply(IMPORT)).toMatchObject({ created: 3, updated: 0, unchanged: 0 });
    expect((await itemsOf(store)).slice(3)).toEqual([item(7n, 1), item(8n, 1), item(9n, 1)]);
  });

  test("a repeated pet is reported after batches in the order of their pets, and after one that is not", async (store) => {
    await using stage = await store.stageImport();
    const [one, four, sixth, fourAgain, five, oneAgain, seven, six] = rows(
      ...([11n, 14n, 16n, 14n, 15n, 11n, 17n, 16n] as const).map((petId, index) => [petId, index] as const),
    );
    expect(await stage.add([one!, four!])).toEqual([]);
    expect(await stage.add([sixth!])).toEqual([]);
    expect(await stage.add([fourAgain!, five!])).toEqual([{ row: fourAgain!, firstLine: 2 }]);
    expect(await stage.add([oneAgain!, seven!, six!])).toEqual([
      { row: oneAgain!, firstLine: 1 },
      { row: six!, firstLine: 3 },
    ]);
    expect(await stage.apply(IMPORT)).toMatchObject({ created: 5, updated: 0, unchanged: 0 });
    expect((await itemsOf(store)).slice(3)).toEqual([
      item(11n, 0),
      item(14n, 1),
      item(15n, 4),
      item(16n, 2),
      item(17n, 6),
    ]);
    await expectConsistent(store);
  });

  test("ids at both ends of int64 and above 2^53, and the largest quantity, are exact", async (store) => {
    const pets = [
      [PET_ID_MIN, QUANTITY_MAX],
      [2n ** 53n, 0],
      [2n ** 53n + 1n, 1],
      [PET_ID_MAX, 2],
    ] as const;
    await importRows(store, rows(...pets), { replace: true });
    expect(await itemsOf(store)).toEqual(pets.map(([petId, quantity]) => item(petId, quantity)));
  });

  describe("an import without effect leaves no trace:", () => {
    const nothing: readonly (readonly [string, (store: InventoryStore) => Promise<unknown>, object])[] = [
      [
        "rows that are there already",
        (store) => importRows(store, rows([1n, 1], [2n, 2, "pending"]), {}),
        { kind: "applied", created: 0, updated: 0, removed: 0, relabelled: 0, unchanged: 2, revision: 3 },
      ],
      [
        "no rows",
        (store) => importRows(store, []),
        { kind: "applied", created: 0, updated: 0, removed: 0, relabelled: 0, unchanged: 0, revision: 3 },
      ],
      [
        "a dry run, which counts",
        (store) => importRows(store, rows([1n, 9], [7n, 7], [2n, 2]), { dryRun: true, replace: true }),
        { kind: "applied", created: 1, updated: 1, removed: 1, relabelled: 0, unchanged: 1, revision: 3 },
      ],
      [
        "an import of an inventory that changed since",
        (store) => importRows(store, rows([1n, 9]), { ifUnchangedSince: { revision: 2 } }),
        { kind: "changed_since", revision: 3 },
      ],
      [
        "a dry run of the same",
        (store) => importRows(store, rows([1n, 9]), { ifUnchangedSince: { revision: 2 }, dryRun: true }),
        { kind: "changed_since", revision: 3 },
      ],
    ];
    test.each(nothing)("%s", async ({ store }, _, run, result) => {
      const before = await everythingOf(store);
      expect(await run(store)).toMatchObject(result);
      expect(await everythingOf(store)).toEqual(before);
    });

    test("a stage that is closed without being applied", async (_store, database) => {
      const before = await everythingOf(database.store);
      {
        await using stage = await database.store.stageImport();
        await stage.add(rows([1n, 9], [7n, 7]));
      }
      expect(await everythingOf(database.store)).toEqual(before);
      expect(await everythingOf(await database.reopen())).toEqual(before);
    });
  });

  test("ifUnchangedSince with the present revision allows the import", async (store) => {
    const result = await importRows(store, rows([1n, 9]), { ifUnchangedSince: { revision: 3 } });
    expect(result).toMatchObject({ kind: "applied", updated: 1, revision: 4 });
  });

  test("ifUnchangedSince with a nonce allows the import in that history and in no other", async (store) => {
    const seen = await positionOf(store);
    const other = { ...seen, nonce: "0123456789abcdef" };
    for (const dryRun of [true, false]) {
      const refused = await importRows(store, rows([1n, 9]), { ifUnchangedSince: other, dryRun });
      expect(refused).toEqual({ kind: "changed_since", revision: 3 });
      expect(await positionOf(store)).toEqual(seen);
    }
    const result = await importRows(store, rows([1n, 9]), { ifUnchangedSince: seen });
    expect(result).toMatchObject({ kind: "applied", updated: 1, revision: 4 });
  });

  test("a dry run reports what the import after it does", async (store) => {
    await using stage = await store.stageImport();
    await stage.add(rows([1n, 9], [7n, 7]));
    const counts = { created: 1, updated: 1, removed: 2, relabelled: 0, unchanged: 0 };
    expect(await stage.apply({ ...IMPORT, replace: true, dryRun: true })).toMatchObject(counts);
    expect(await stage.apply({ ...IMPORT, replace: true })).toMatchObject({ ...counts, revision: 4 });
  });

  test("commits go on while rows are staged; the difference is computed when the rows are applied", async (store, database) => {
    const rival = await database.open();
    await using stage = await store.stageImport();
    await stage.add(rows([1n, 9], [2n, 2]));
    expect(await rival.commit([setTo(1n, 9), setTo(2n, 5)])).toMatchObject([
      { kind: "updated" },
      { kind: "updated" },
    ]);
    expect(await stage.apply(IMPORT)).toMatchObject({ updated: 1, unchanged: 1, revision: 6 });
    expect((await itemsOf(rival)).slice(0, 2)).toEqual([item(1n, 9), item(2n, 2, "pending")]);
    await expectConsistent(store);
  });

  test("ten thousand rows take one revision", async (store) => {
    const pets = Array.from({ length: 10_000 }, (_, i) => [BigInt(i + 10), i] as const);
    expect(await importRows(store, rows(...pets))).toMatchObject({ created: 10_000, revision: 4 });
    expect((await positionOf(store)).revision).toBe(4);
    await expectConsistent(store);
  });
}
