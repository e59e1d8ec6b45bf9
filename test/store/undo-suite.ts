// Undoing a revision, on every engine: all of it or nothing, no newer change is undone, and the undo itself can be undone.

import { expect } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { requestDigest } from "../../src/inventory/known-results.ts";
import type { UndoOptions, UndoResult } from "../../src/inventory/undo.ts";
import type { UndoPlan } from "../../src/inventory/revision-undo.ts";
import { sized } from "../support/sizes.ts";
import { ClientCopy } from "./client-copy.ts";
import { createActingKeys } from "./keys-suite.ts";
import { pruneUpTo } from "./prune-suite.ts";
import { databaseTests } from "./database-tests.ts";
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
  KEY_ORIGIN,
  removePet,
} from "./engine.ts";

const NOTHING = { created: 0, updated: 0, removed: 0 };

/** Rows of an import that is undone: a multiple of 10,000. */
const MANY = sized({ quick: 20_000, hours: 100_000 });

export function describeUndo(engine: Engine): void {
  describeWay(engine, undo);
}

export function describeUndoInGroups(engine: Engine): void {
  describeWay(engine, undoInGroup);
  describePlans(engine);
}

/** Changes that may come between the plan of an undo and its commit. */
function describePlans(engine: Engine): void {
  const test = databaseTests(engine);

  test("an undo that was planned in a history that was replaced is outdated, and changes nothing", async (store, database) => {
    await store.commit([createPet(1n, 1), setTo(1n, 5)]);
    const plan = await planOf(store, 2);
    // As a restore leaves it: the same revisions, with other nonces and other content.
    await database.tamper("UPDATE commit_mark SET nonce = 'ffffffffffffffff' WHERE revision = 2");
    await database.tamper("UPDATE ledger_entry SET quantity_after = 3 WHERE revision = 1");
    await database.tamper("UPDATE ledger_entry SET quantity_before = 3 WHERE revision = 2");
    const before = await ledgerOf(store);
    const wanted = { revision: 2, skipChanged: false, by: COMMAND_ORIGIN };
    expect(await store.commit([{ ...wanted, plan }])).toEqual([{ kind: "outdated" }]);
    expect(await ledgerOf(store)).toEqual(before);
    const again = { ...wanted, plan: await planOf(store, 2) };
    expect(await store.commit([again])).toMatchObject([{ kind: "undone", revision: 3 }]);
    expect(await itemsOf(store)).toEqual([item(1n, 3)]);
  });

  test("an undo of a removal that was pruned meanwhile is outdated, and its next plan says why", async (store, database) => {
    await store.commit([createPet(1n, 1), createPet(2n, 1)]);
    await store.commit([removePet(1n)]);
    await store.commit([setTo(2n, 2)]);
    const plan = await planOf(store, 3);
    await pruneUpTo(database, 4);
    const wanted = { revision: 3, skipChanged: true, by: COMMAND_ORIGIN };
    expect(await store.commit([{ ...wanted, plan }])).toEqual([{ kind: "outdated" }]);
    expect(await planOf(store, 3)).toEqual({ kind: "pruned", historyStart: 4 });
    expect(await store.planUndo({ revision: 9, petsMax: 1 })).toEqual({ kind: "future", newest: 4 });
    await expectConsistent(store);
  });

  test("undos and updates of one group see each other", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 2)]);
    const undoOf = async (revision: number) => {
      const plan = await planOf(store, revision);
      return { revision, skipChanged: false, by: COMMAND_ORIGIN, plan };
    };
    const [first, second] = [await undoOf(1), await undoOf(2)];
    const outcomes = await store.commit([first, setTo(2n, 9), second, first, createPet(1n, 7)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "undone",
      "updated",
      "changed_since",
      "changed_since",
      "updated",
    ]);
    expect(await itemsOf(store)).toEqual([item(1n, 7), item(2n, 9)]);
    await expectConsistent(store);
  });
}

async function planOf(store: InventoryStore, revision: number): Promise<UndoPlan> {
  const plan = await store.planUndo({ revision, petsMax: SMALL_PETS_MAX });
  if (plan.kind === "large") throw new Error("the revision is large");
  return plan;
}

function describeWay(engine: Engine, undo: Undo): void {
  const test = databaseTests(engine);

  test("an undo restores quantity and status, as a new revision that names the undone one", async (store) => {
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
      by: COMMAND_ORIGIN,
      at: expect.any(Number),
      note: null,
      undoes: 2,
      previous: 2,
    });
    await expectConsistent(store);
  });

  test("one revision of a group is undone, and not the others", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 2), setTo(1n, 3)]);
    expect(await undo(store, 2)).toMatchObject({ kind: "undone", removed: 1 });
    expect(await itemsOf(store)).toEqual([item(1n, 3)]);
    await expectConsistent(store);
  });

  test("an undo of a creation removes the pet, one of a removal restores it, and each can be undone again", async (store) => {
    await store.commit([createPet(1n, 4, "sold")]);
    expect(await undo(store, 1)).toMatchObject({ kind: "undone", ...NOTHING, removed: 1, revision: 2 });
    expect(await itemsOf(store)).toEqual([]);
    expect(kinds(await store.commit([setTo(1n, 9)]))).toEqual(["not_found"]);
    expect(await undo(store, 2)).toMatchObject({ kind: "undone", ...NOTHING, created: 1, revision: 3 });
    expect(await itemsOf(store)).toEqual([item(1n, 4, "sold")]);
    expect(kinds(await store.commit([removePet(1n)]))).toEqual(["removed"]);
    expect(await undo(store, 4)).toMatchObject({ kind: "undone", created: 1 });
    expect(await undo(store, 5)).toMatchObject({ kind: "undone", removed: 1 });
    expect(await itemsOf(store)).toEqual([]);
    await expectConsistent(store);
  });

  test("an import is undone as one: created pets are removed, removed ones are restored", async (store) => {
    await importRows(store, rows([1n, 1, "pending"], [2n, 2, "sold"], [3n, 3]));
    const before = await itemsOf(store);
    await importRows(store, rows([1n, 9], [3n, 3], [-4n, 4]), { replace: true });
    const copy = await ClientCopy.of(store);
    const counts = { kind: "undone", created: 1, updated: 1, removed: 1 };
    expect(await undo(store, 2)).toMatchObject({ ...counts, revision: 3 });
    expect(await itemsOf(store)).toEqual(before);
    await copy.catchUp(store);
    expect(copy.items).toEqual(before);
    expect(copy.reloads).toBe(0);
    expect(await undo(store, 3)).toMatchObject({ ...counts, revision: 4 });
    expect(await itemsOf(store)).toEqual([item(-4n, 4), item(1n, 9, "pending"), item(3n, 3)]);
    await expectConsistent(store);
  });

  test("the next changesSince of another store sees what an undo created and removed", async (store, database) => {
    const reading = await database.open();
    const copy = await ClientCopy.of(reading);
    await store.commit([createPet(1n, 1)]);
    for (const revision of [1, 2, 3, 4]) {
      await undo(store, revision);
      await copy.catchUp(reading);
      expect(copy.items).toEqual(revision % 2 === 1 ? [] : [item(1n, 1)]);
    }
    expect(copy.reloads).toBe(0);
  });

  test("an undo is refused if a pet has changed since, names that pet, and changes nothing", async (store) => {
    await importRows(store, rows([1n, 1], [2n, 2], [3n, 3], [4n, 4]));
    await store.commit([setTo(3n, 30), setTo(3n, 3), removePet(2n)]);
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

  test("a refused undo names the first thousand pets that have changed since, and counts all", async (store) => {
    await importRows(store, rows(...Array.from({ length: 1_200 }, (_, i) => [BigInt(i), 1] as const)));
    await importRows(store, rows(...Array.from({ length: 1_100 }, (_, i) => [BigInt(i + 20), 2] as const)));
    const result = await undo(store, 1);
    expect(result).toMatchObject({ kind: "changed_since", count: 1_100 });
    const named = result.kind === "changed_since" ? result.pets : [];
    const present = { quantity: 2, status: "available" } as const;
    const all = Array.from({ length: 1_000 }, (_, i) => ({ petId: BigInt(i + 20), revision: 2, present }));
    expect(named).toEqual(all);
  });

  test("with skipChanged, pets that have changed since stay and are named, and the others are undone", async (store) => {
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
    const counts = { created: 1, updated: 1, removed: 1, relabelled: 0, unchanged: 0 };
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

  test("an undo of a future revision is refused, also in a new inventory", async (store) => {
    expect(await undo(store, 1)).toEqual({ kind: "future", newest: 0 });
    await store.commit([createPet(1n, 1)]);
    expect(await undo(store, 2)).toEqual({ kind: "future", newest: 1 });
    expect((await positionOf(store)).revision).toBe(1);
  });

  test("a dry run reports what the undo would do, or why it is refused, and changes nothing", async (store) => {
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

  test("an import of many rows is undone, and so is its undo", async (store) => {
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

  test("an undo stands in the ledger under its own request, and names the revision that it reversed", async (store) => {
    await importRows(store, rows([1n, 1], [2n, 2]));
    const by = { ...KEY_ORIGIN, requestId: "undo-7" };
    await createActingKeys(store, "key1");
    await undo(store, 1, { by });
    const movements = await ledgerOf(store, { firstRevision: 2 });
    expect(movements.map(({ petId, undoes, note, by: origin }) => [petId, undoes, note, origin])).toEqual([
      [1n, 1, null, by],
      [2n, 1, null, by],
    ]);
    const { revisions } = await store.revisions({ limit: 2 });
    expect(revisions.map(({ undoes }) => undoes)).toEqual([1, null]);
    await expectConsistent(store);
  });

  test("a repeated undo gets its first result, whatever happened since, and changes nothing", async (store, database) => {
    const other = await database.open();
    await store.commit([createPet(1n, 1), setTo(1n, 5)]);
    const idempotencyKey = keyOf("once", "undo 2");
    const first = await undo(store, 2, { idempotencyKey });
    expect(first).toMatchObject({ kind: "undone", ...NOTHING, updated: 1, revision: 3 });
    const { kind: _, skipped, ...applied } = first as Extract<UndoResult, { kind: "undone" }>;
    const replay = { kind: "replayed" as const, ...applied, skipped: { count: skipped.count, petIds: [] } };
    for (const happen of [() => {}, () => store.commit([setTo(1n, 9)])]) {
      await happen();
      const before = await everythingOf(store);
      for (const each of [store, other]) expect(await undo(each, 2, { idempotencyKey })).toEqual(replay);
      expect(await everythingOf(store)).toEqual(before);
    }
    const otherRequest = { ...idempotencyKey, request: requestDigest("undo 3") };
    expect(await undo(store, 3, { idempotencyKey: otherRequest })).toEqual({ kind: "idempotency_mismatch" });
    // A refused undo is decided again, and a dry run keeps nothing.
    const again = keyOf("again", "undo 1");
    expect(await undo(store, 1, { idempotencyKey: again })).toMatchObject({ kind: "changed_since" });
    expect(await undo(store, 1, { idempotencyKey: again, dryRun: true })).toMatchObject({
      kind: "changed_since",
    });
    await expectConsistent(store);
  });

  test("a repeated undo that left out pets names them again, with every digit of their ids", async (store) => {
    const [last, low] = [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n];
    await importRows(store, rows([low, 1], [2n, 2], [last, 3]));
    await store.commit([setTo(last, 4), setTo(low, 5)]);
    const options = { skipChanged: true, idempotencyKey: keyOf("once", "undo 1") };
    expect(await undo(store, 1, options)).toMatchObject({ kind: "undone", removed: 1 });
    const skipped = { count: 2, petIds: [low, last] };
    expect(await undo(store, 1, options)).toMatchObject({ kind: "replayed", removed: 1, skipped });
    // Nothing was left to undo: a repetition finds the same, so that a record of up to 1,000 pets is kept only of what was undone.
    const idle = { skipChanged: true, idempotencyKey: keyOf("idle", "undo 1") };
    for (const _ of [1, 2]) {
      expect(await undo(store, 1, idle)).toMatchObject({ kind: "undone", ...NOTHING, skipped: { count: 3 } });
    }
    expect((await positionOf(store)).revision).toBe(4);
    await expectConsistent(store);
  });

  test("of equal undos at once one is applied", async (store, database) => {
    const rivals = [store, await database.open()];
    await store.commit([createPet(1n, 0)]);
    for (let round = 1; round <= 10; round++) {
      const [made] = await store.commit([setTo(1n, round)]);
      const revision = made?.kind === "updated" ? made.revision : Number.NaN;
      const idempotencyKey = keyOf(`round-${round}`, `undo ${revision}`);
      const results = await Promise.all(
        [...rivals, ...rivals].map((rival) => undo(rival, revision, { idempotencyKey })),
      );
      const all = ["replayed", "replayed", "replayed", "undone"] as const;
      expect(results.map(({ kind }) => kind).toSorted()).toEqual([...all]);
      for (const result of results) expect(result).toMatchObject({ revision: revision + 1 });
    }
    await expectConsistent(store);
  });

  test("beside updates of another store an undo never undoes a newer change", async (store, database) => {
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
  });
}

function keyOf(key: string, request: string) {
  return { scope: "key1", key, request: requestDigest(request) };
}

type Undo = (store: InventoryStore, revision: number, options?: Partial<UndoOptions>) => Promise<UndoResult>;

export const undo: Undo = (store, revision, options = {}) =>
  store.undo({ revision, dryRun: false, by: COMMAND_ORIGIN, ...options });

/** As the service undoes a small revision; a large one as `undo` does. */
export const undoInGroup: Undo = async (store, revision, { dryRun = false, ...options } = {}) => {
  const plan = await store.planUndo({ revision, petsMax: SMALL_PETS_MAX });
  if (plan.kind === "large") return undo(store, revision, { dryRun, ...options });
  const wanted = { revision, skipChanged: false, by: COMMAND_ORIGIN, ...options };
  if (dryRun) return store.previewUndo(wanted);
  const [outcome] = await store.commit([{ ...wanted, plan }]);
  if (outcome === undefined || outcome.kind === "outdated") throw new Error("the history is another one");
  return outcome;
};

const SMALL_PETS_MAX = 1_000;
