// Undoing a revision, on every engine: all of it or nothing, no newer change is undone, and the undo itself can be undone.

import { expect, test } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import type { UndoOptions, UndoResult } from "../../src/inventory/undo.ts";
import { sized } from "../support/sizes.ts";
import { ClientCopy } from "./client-copy.ts";
import {
  ledgerOf,
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  importRows,
  item,
  itemsOf,
  kinds,
  positionOf,
  rows,
  setTo,
  TestDatabase,
} from "./engine.ts";

const NOTHING = { created: 0, updated: 0, removed: 0 };

/** Rows of an import that is undone: a multiple of 10,000. */
const MANY = sized({ quick: 20_000, hours: 100_000 });

export function describeUndo(engine: Engine): void {
  test("an undo restores quantity and status, as a new revision that names the undone one", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await store.commit([createPet(1n, 1, "pending")]);
    await store.commit([setTo(1n, 5, { status: "sold" })]);
    expect(await undo(store, 2)).toMatchObject({ kind: "undone", ...NOTHING, updated: 1, revision: 3 });
    expect(await itemsOf(store)).toEqual([item(1n, 1, "pending")]);
    const [newest] = await ledgerOf(store, { limit: 1 });
    expect(newest).toEqual({
      revision: 3,
      petId: 1n,
      before: { quantity: 5, status: "sold" },
      after: { quantity: 1, status: "pending" },
      reason: "undo",
      by: { ...COMMAND_ORIGIN, requestId: "revision:2" },
      at: expect.any(Number),
      note: null,
      previous: 2,
    });
    await expectConsistent(store);
  });

  test("one revision of a group is undone, and not the others", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await store.commit([createPet(1n, 1), createPet(2n, 2), setTo(1n, 3)]);
    expect(await undo(store, 2)).toMatchObject({ kind: "undone", removed: 1 });
    expect(await itemsOf(store)).toEqual([item(1n, 3)]);
    await expectConsistent(store);
  });

  test("an undo of a creation removes the pet, one of a removal restores it, and each can be undone again", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await store.commit([createPet(1n, 4, "sold")]);
    expect(await undo(store, 1)).toMatchObject({ kind: "undone", ...NOTHING, removed: 1, revision: 2 });
    expect(await itemsOf(store)).toEqual([]);
    expect(kinds(await store.commit([setTo(1n, 9)]))).toEqual(["not_found"]);
    expect(await undo(store, 2)).toMatchObject({ kind: "undone", ...NOTHING, created: 1, revision: 3 });
    expect(await itemsOf(store)).toEqual([item(1n, 4, "sold")]);
    expect(
      kinds(await store.commit([{ petId: 1n, remove: true, reason: "remove", by: COMMAND_ORIGIN }])),
    ).toEqual(["removed"]);
    expect(await undo(store, 4)).toMatchObject({ kind: "undone", created: 1 });
    expect(await undo(store, 5)).toMatchObject({ kind: "undone", removed: 1 });
    expect(await itemsOf(store)).toEqual([]);
    await expectConsistent(store);
  });

  test("an import is undone as one: created pets are removed, removed ones are restored", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await importRows(store, rows([1n, 1, "pending"], [2n, 2, "sold"], [3n, 3]));
    const before = await itemsOf(store);
    await importRows(store, rows([1n, 9], [3n, 3], [-4n, 4]), { replace: true });
    const copy = await ClientCopy.of(store);
    expect(await undo(store, 2)).toMatchObject({
      kind: "undone",
      created: 1,
      updated: 1,
      removed: 1,
      revision: 3,
    });
    expect(await itemsOf(store)).toEqual(before);
    await copy.catchUp(store);
    expect(copy.items).toEqual(before);
    expect(copy.reloads).toBe(0);
    expect(await undo(store, 3)).toMatchObject({
      kind: "undone",
      created: 1,
      updated: 1,
      removed: 1,
      revision: 4,
    });
    expect(await itemsOf(store)).toEqual([item(-4n, 4), item(1n, 9, "pending"), item(3n, 3)]);
    await expectConsistent(store);
  });

  test("the next changesSince of another store sees what an undo created and removed", async () => {
    await using database = await TestDatabase.make(engine);
    const reading = await database.open();
    const copy = await ClientCopy.of(reading);
    await database.store.commit([createPet(1n, 1)]);
    for (const revision of [1, 2, 3, 4]) {
      await undo(database.store, revision);
      await copy.catchUp(reading);
      expect(copy.items).toEqual(revision % 2 === 1 ? [] : [item(1n, 1)]);
    }
    expect(copy.reloads).toBe(0);
  });

  test("an undo is refused if a pet has changed since, names that pet, and changes nothing", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await importRows(store, rows([1n, 1], [2n, 2], [3n, 3], [4n, 4]));
    await store.commit([
      setTo(3n, 30),
      setTo(3n, 3),
      { petId: 2n, remove: true, reason: "remove", by: COMMAND_ORIGIN },
    ]);
    const before = await everythingOf(store);
    const pets = [
      { petId: 2n, revision: 4, present: null },
      { petId: 3n, revision: 3, present: { quantity: 3, status: "available" as const } },
    ];
    // Also pet 3, although its state is again that of the import: a newer movement confirmed it.
    expect(await undo(store, 1)).toEqual({ kind: "changed_since", count: 2, pets });
    expect(await undo(store, 2)).toMatchObject({ kind: "changed_since", count: 1 });
    expect(await everythingOf(store)).toEqual(before);
  });

  test("a refused undo names the first thousand pets that have changed since, and counts all", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await importRows(store, rows(...Array.from({ length: 1_200 }, (_, i) => [BigInt(i), 1] as const)));
    await importRows(store, rows(...Array.from({ length: 1_100 }, (_, i) => [BigInt(i + 20), 2] as const)));
    const result = await undo(store, 1);
    expect(result).toMatchObject({ kind: "changed_since", count: 1_100 });
    const named = result.kind === "changed_since" ? result.pets : [];
    const present = { quantity: 2, status: "available" } as const;
    const all = Array.from({ length: 1_000 }, (_, i) => ({ petId: BigInt(i + 20), revision: 2, present }));
    expect(named).toEqual(all);
  });

  test("with skipChanged, pets that have changed since stay and are named, and the others are undone", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await importRows(store, rows([1n, 1], [2n, 2], [3n, 3], [4n, 4]));
    await importRows(store, rows([1n, 10], [2n, 20], [5n, 50]), { replace: true });
    await store.commit([setTo(1n, 11), createPet(4n, 44)]);
    const before = await everythingOf(store);
    const skipped = {
      count: 2,
      pets: [
        { petId: 1n, revision: 3, present: { quantity: 11, status: "available" as const } },
        { petId: 4n, revision: 4, present: { quantity: 44, status: "available" as const } },
      ],
    };
    const counts = { created: 1, updated: 1, removed: 1, unchanged: 0 };
    const { position } = before;
    const dry = await undo(store, 2, { skipChanged: true, dryRun: true });
    expect(dry).toEqual({ kind: "undone", ...counts, revision: 4, position, skipped });
    expect(await everythingOf(store)).toEqual(before);
    const result = await undo(store, 2, { skipChanged: true });
    const after = await positionOf(store);
    expect(result).toEqual({ kind: "undone", ...counts, revision: 5, position: after, skipped });
    expect(await itemsOf(store)).toEqual([item(1n, 11), item(2n, 2), item(3n, 3), item(4n, 44)]);
    // Nothing is left to undo: no revision.
    const again = await undo(store, 2, { skipChanged: true });
    expect(again).toMatchObject({ kind: "undone", created: 0, updated: 0, removed: 0, revision: 5 });
    expect(again).toMatchObject({ skipped: { count: 5 }, position: after });
    await expectConsistent(store);
  });

  test("an undo of a future revision is refused, also in a new inventory", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    expect(await undo(store, 1)).toEqual({ kind: "future", newest: 0 });
    await store.commit([createPet(1n, 1)]);
    expect(await undo(store, 2)).toEqual({ kind: "future", newest: 1 });
    expect((await positionOf(store)).revision).toBe(1);
  });

  test("a dry run reports what the undo would do, or why it is refused, and changes nothing", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await store.commit([createPet(1n, 1), createPet(2n, 2), setTo(1n, 3)]);
    const before = await everythingOf(store);
    expect(await undo(store, 2, { dryRun: true })).toMatchObject({
      kind: "undone",
      ...NOTHING,
      removed: 1,
      revision: 3,
    });
    expect(await undo(store, 1, { dryRun: true })).toMatchObject({ kind: "changed_since" });
    expect(await undo(store, 4, { dryRun: true })).toEqual({ kind: "future", newest: 3 });
    expect(await everythingOf(store)).toEqual(before);
  });

  test("an import of many rows is undone, and so is its undo", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await store.commit([createPet(-1n, 1)]);
    await using stage = await store.stageImport();
    for (let first = 0; first < MANY; first += 10_000) {
      await stage.add(rows(...Array.from({ length: 10_000 }, (_, i) => [BigInt(first + i), i] as const)));
    }
    await stage.apply({ replace: true, dryRun: false, reason: "import", by: COMMAND_ORIGIN });
    const imported = await itemsOf(store);
    expect(await undo(store, 2)).toMatchObject({
      kind: "undone",
      created: 1,
      updated: 0,
      removed: MANY,
      revision: 3,
    });
    expect(await itemsOf(store)).toEqual([item(-1n, 1)]);
    expect(await undo(store, 3)).toMatchObject({ created: MANY, removed: 1, revision: 4 });
    expect(await itemsOf(store)).toEqual(imported);
    await expectConsistent(store);
  }, 180_000);

  test("beside updates of another store an undo never undoes a newer change", async () => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    const rival = await database.open();
    await store.commit([createPet(1n, 0)]);
    for (let round = 1; round <= 40; round++) {
      const [made] = await store.commit([setTo(1n, 10 * round)]);
      const revision = made?.kind === "updated" ? made.revision : Number.NaN;
      const wanted = 10 * round + 5;
      const ways = [() => rival.commit([setTo(1n, wanted)]), () => undo(store, revision)] as const;
      const [, result] =
        round % 2 === 0
          ? await Promise.all([ways[0](), ways[1]()])
          : await Promise.all([ways[1](), ways[0]()]).then(([a, b]) => [b, a] as const);
      // In either order the update wins: it has no precondition.
      expect(await itemsOf(store)).toEqual([item(1n, wanted)]);
      if (result.kind === "changed_since")
        expect(result.pets).toMatchObject([{ petId: 1n, revision: revision + 1 }]);
      else expect(result).toMatchObject({ kind: "undone", revision: revision + 1 });
    }
    await expectConsistent(store);
  }, 30_000);
}

export function undo(
  store: InventoryStore,
  revision: number,
  options: Partial<UndoOptions> = {},
): Promise<UndoResult> {
  return store.undo({ revision, dryRun: false, by: COMMAND_ORIGIN, ...options });
}
