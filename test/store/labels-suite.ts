// Labels, on every engine: changed completely or not at all, each change a revision of the one history.

import { expect } from "bun:test";
import type { Label, LabelRow } from "../../src/inventory/label.ts";
import { type ImportOptions, type ImportResult, labelStage } from "../../src/inventory/import.ts";
import type { LabelStore } from "../../src/inventory/label-store.ts";
import { type InventoryStore, PAGE_ROWS } from "../../src/inventory/store.ts";
import { databaseTests } from "./database-tests.ts";
import {
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  IMPORT,
  item,
  itemsOf,
  COMMAND_ORIGIN,
  ledgerOf,
  positionOf,
  removePet,
  setTo,
} from "./engine.ts";
import { changeSet } from "./change-sets.ts";

export function describeLabels(engine: Engine): void {
  const test = databaseTests(engine);

  test("labels are read as they were given, by ascending id, in every store of the database", async (_store, database) => {
    const given = [
      label(9_223_372_036_854_775_807n, { name: "Käthe “Kat” O'Neil", low: 2_147_483_647 }),
      label(-9_223_372_036_854_775_808n, { kind: "dog, black" }),
      label(2n, { name: "Rex", kind: "dog", code: "0012", low: 0 }),
    ];
    const sorted = [given[1], given[2], given[0]];
    expect(await allOf(database.store.labels)).toEqual([]);
    expect(await put(database.store, given)).toMatchObject({ labels: { created: 3 }, relabelled: 3 });
    const open = async () => (await database.open()).labels;
    const reopen = async () => (await database.reopen()).labels;
    for (const store of [async () => database.store.labels, open, reopen]) {
      const labels = await store();
      expect(await allOf(labels)).toEqual(sorted as Label[]);
      expect(await labels.get(2n)).toEqual(given[2]);
      expect(await labels.get(3n)).toBeUndefined();
    }
  });

  test("pages go on after a label", async (store) => {
    const { labels } = store;
    expect(await labels.page({ limit: 2 })).toEqual([]);
    const all = [-1n, 0n, 5n].map((petId) => label(petId, { name: `Pet ${petId}` }));
    await put(store, all);
    expect(await labels.page({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(await labels.page({ after: 0n, limit: 2 })).toEqual(all.slice(2));
    expect(await labels.page({ after: 5n, limit: 2 })).toEqual([]);
  });

  test("the labels of some pets are read at once", async (store) => {
    const { labels } = store;
    const all = [-1n, 0n, 5n].map((petId) => label(petId, { name: `Pet ${petId}` }));
    await put(store, all);
    const found = await labels.of([5n, 7n, -1n]);
    expect(found.toSorted((a, b) => (a.petId < b.petId ? -1 : 1))).toEqual([all[0]!, all[2]!]);
    expect(await labels.of([7n])).toEqual([]);
    expect(await labels.of([])).toEqual([]);
  });

  test("more labels than a page are read once each, from the snapshot of the first page", async (store) => {
    const { labels } = store;
    const many = Array.from({ length: PAGE_ROWS + 1 }, (_, i) => label(BigInt(i), { name: `Pet ${i}` }));
    const { position } = applied(await put(store, many));
    const read: Label[] = [];
    const readAt = await labels.readAll(async (page) => {
      if (read.length === 0) await put(store, [label(BigInt(PAGE_ROWS), { name: "Later" })]);
      read.push(...page);
    });
    expect(readAt).toEqual(position);
    expect(read).toEqual(many);
    expect(await labels.get(BigInt(PAGE_ROWS))).toMatchObject({ name: "Later" });
  });

  test("a change merges: other labels and members that a row does not give stay, null clears", async (store) => {
    const { labels } = store;
    await put(store, [
      label(1n, { name: "Rex", kind: "dog", code: "0012", low: 3 }),
      label(2n, { name: "Mia" }),
      label(3n, { name: "Tom" }),
      label(4n, { low: 1 }),
    ]);
    const result = await change(store, [
      { petId: 1n, kind: null, low: 5, line: 1 },
      { petId: 2n, name: null, line: 2 },
      { petId: 3n, line: 3 },
      { petId: 5n, code: "5", line: 4 },
      { petId: 6n, line: 5 },
    ]);
    const counts = { created: 1, updated: 1, removed: 1 };
    expect(result).toMatchObject({ kind: "applied", labels: counts, relabelled: 3, unchanged: 2 });
    expect(await allOf(labels)).toEqual([
      label(1n, { name: "Rex", code: "0012", low: 5 }),
      label(3n, { name: "Tom" }),
      label(4n, { low: 1 }),
      label(5n, { code: "5" }),
    ]);
  });

  test("with replace the labels are exactly the rows", async (store) => {
    const { labels } = store;
    await put(store, [
      label(1n, { name: "Rex", kind: "dog" }),
      label(2n, { name: "Mia" }),
      label(3n, { low: 1 }),
    ]);
    const rows: LabelRow[] = [
      { petId: 1n, name: "Rex", line: 1 },
      { petId: 3n, low: 1, line: 2 },
      { petId: 4n, name: "New", line: 3 },
      { petId: 5n, line: 4 },
    ];
    expect(await change(store, rows, { replaceLabels: true })).toMatchObject({
      labels: { created: 1, updated: 1, removed: 1 },
      unchanged: 2,
    });
    expect(await allOf(labels)).toEqual([
      label(1n, { name: "Rex" }),
      label(3n, { low: 1 }),
      label(4n, { name: "New" }),
    ]);
    expect(await change(store, [], { replaceLabels: true })).toMatchObject({
      labels: { removed: 3 },
      unchanged: 0,
    });
    expect(await allOf(labels)).toEqual([]);
  });

  test("a dry run reports the same and changes nothing, and an empty difference takes no revision", async (store) => {
    const { labels } = store;
    await put(store, [label(1n, { name: "Rex" }), label(2n, { name: "Mia" })]);
    const before = await everythingOf(store);
    const rows: LabelRow[] = [
      { petId: 1n, name: "Max", line: 1 },
      { petId: 3n, name: "New", line: 2 },
    ];
    const counts = { created: 1, updated: 1, removed: 1 };
    const expected = { kind: "applied", labels: counts, relabelled: 3, unchanged: 0 } as const;
    const dry = await change(store, rows, { replaceLabels: true, dryRun: true });
    expect(dry).toMatchObject({ ...expected, revision: 1, position: before.position });
    expect(await everythingOf(store)).toEqual(before);
    expect(await put(store, [label(1n, { name: "Rex" })])).toMatchObject({ unchanged: 1, revision: 1 });
    expect(await everythingOf(store)).toEqual(before);
    const after = applied(await change(store, rows, { replaceLabels: true }));
    expect(after).toMatchObject({ ...expected, revision: 2, position: await positionOf(store) });
    expect(await labels.position()).toEqual(after.position);
  });

  test("a change for an earlier position of the labels is refused, also beside another server", async (store, database) => {
    const first = applied(await put(store, [label(1n, { name: "Rex" })])).position;
    const other = await database.open();
    const second = applied(await put(other, [label(1n, { name: "Max" })], { ifLabelsAt: [first] })).position;
    for (const dryRun of [false, true]) {
      const refused = await put(store, [label(1n, { name: "Tom" })], { ifLabelsAt: [first], dryRun });
      expect(refused).toEqual({ kind: "labels_changed_since", position: second });
    }
    expect(await allOf(store.labels)).toEqual([label(1n, { name: "Max" })]);
    // Changes of the stock alone do not matter.
    await store.commit([createPet(1n, 1)]);
    const third = await put(store, [label(1n, { name: "Tom" })], { ifLabelsAt: [first, second] });
    expect(third).toMatchObject({ kind: "applied", relabelled: 1, revision: 4 });
  });

  test("of two changes for one position exactly one is applied", async (store, database) => {
    const stores = [store, await database.open()];
    const position = await store.labels.position();
    const results = await Promise.all(
      stores.map((each, i) => put(each, [label(1n, { name: `Server ${i}` })], { ifLabelsAt: [position] })),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["applied", "labels_changed_since"]);
    const winner = results.findIndex(({ kind }) => kind === "applied");
    expect(await store.labels.get(1n)).toMatchObject({ name: `Server ${winner}` });
  });

  test("a row that repeats a pet is named, in its batch and in a later one, and the first stays", async (store) => {
    await using stage = await store.stageImport();
    const labels = labelStage(stage, false);
    const rows = [1n, 2n, 1n].map((petId, i) => ({ petId, name: `Line ${i + 1}`, line: i + 1 }));
    expect(await labels.add(rows)).toEqual([{ row: rows[2]!, firstLine: 1 }]);
    const later = { petId: 2n, name: "Line 4", line: 4 };
    expect(await labels.add([later])).toEqual([{ row: later, firstLine: 2 }]);
    await stage.apply(IMPORT);
    expect(await allOf(store.labels)).toEqual([label(1n, { name: "Line 1" }), label(2n, { name: "Line 2" })]);
  });

  test("rows of labels that were refused can be applied again", async (store) => {
    await using stage = await store.stageImport();
    await labelStage(stage, false).add([{ petId: 1n, name: "Rex", line: 1 }]);
    const before = await store.labels.position();
    const later = applied(await put(store, [label(1n, { name: "Max" })])).position;
    const options = { ...IMPORT, replaceLabels: false };
    const refused = await stage.apply({ ...options, ifLabelsAt: [before] });
    expect(refused).toEqual({ kind: "labels_changed_since", position: later });
    expect(await stage.apply({ ...options, ifLabelsAt: [later] })).toMatchObject({ kind: "applied" });
    expect(await allOf(store.labels)).toEqual([label(1n, { name: "Rex" })]);
  });

  test("rows that were staged and not applied leave nothing", async (store) => {
    const before = await everythingOf(store);
    {
      await using stage = await store.stageImport();
      await labelStage(stage, false).add([{ petId: 1n, name: "Rex", line: 1 }]);
      expect(await allOf(store.labels)).toEqual([]);
    }
    expect(await allOf(store.labels)).toEqual([]);
    expect(await everythingOf(store)).toEqual(before);
  });

  test("a change is in the ledger: who, why, from, to; the stock and the list stay as they are", async (store) => {
    await store.commit([createPet(1n, 5)]);
    const items = await itemsOf(store);
    await put(store, [label(1n, { name: "Rex", code: "0012" }), label(7n, { low: 1 })]);
    await change(store, [{ petId: 1n, name: "Max", low: 2, line: 1 }], { by: COMMAND_ORIGIN, note: "typo" });
    await change(store, [{ petId: 7n, low: null, line: 1 }]);
    const rex = membersOf({ name: "Rex", code: "0012" });
    const max = membersOf({ name: "Max", code: "0012", low: 2 });
    const stock = { quantity: 5, status: "available" };
    const movements = await ledgerOf(store);
    expect(movements.slice(0, -1)).toMatchObject([
      {
        revision: 4,
        petId: 7n,
        before: null,
        after: null,
        label: { before: membersOf({ low: 1 }), after: null },
      },
      {
        revision: 3,
        petId: 1n,
        before: stock,
        after: stock,
        label: { before: rex, after: max },
        by: { actor: COMMAND_ORIGIN.actor, keyId: COMMAND_ORIGIN.keyId },
        note: "typo",
      },
      { revision: 2, petId: 1n, before: stock, after: stock, label: { before: null, after: rex } },
      {
        revision: 2,
        petId: 7n,
        before: null,
        after: null,
        label: { before: null, after: membersOf({ low: 1 }) },
      },
    ]);
    expect(movements.at(-1)).not.toHaveProperty("label");
    expect(await ledgerOf(store, { petId: 1n })).toEqual(movements.filter(({ petId }) => petId === 1n));
    const { revisions } = await store.revisions({ limit: 10 });
    expect(revisions.map(({ pets, labels }) => [pets, labels])).toEqual([
      [1, 1],
      [1, 1],
      [2, 2],
      [1, 0],
    ]);
    expect(await itemsOf(store)).toEqual(items);
    await expectConsistent(store);
  });

  test("a change of the label alone shows as one of the labels, not of the items", async (store) => {
    await store.commit([createPet(1n, 5)]);
    const since = await positionOf(store);
    await put(store, [label(1n, { name: "Rex" }), label(7n, { low: 1 })]);
    const between = await positionOf(store);
    await change(store, [{ petId: 7n, low: null, line: 1 }]);
    const position = await positionOf(store);
    const nothing = { position, items: [], removed: [] };
    expect(await store.changesSince(since)).toEqual(nothing);
    const relabelled = { labels: [label(1n, { name: "Rex" })], unlabeled: [7n] };
    expect(await store.changesSince(since, { labels: true })).toEqual({ ...nothing, relabelled });
    expect(await store.changesSince(between, { labels: true })).toEqual({
      ...nothing,
      relabelled: { labels: [], unlabeled: [7n] },
    });
  });

  test("stock and label of a set are one revision, and an undo takes both back", async (store) => {
    await store.commit([createPet(1n, 5)]);
    await put(store, [label(1n, { name: "Rex" })]);
    const before = [await itemsOf(store), await allOf(store.labels)];
    const [outcome] = await store.commit([
      changeSet([
        { petId: 1n, quantity: 3, label: { name: "Max" }, ifLabel: { name: "Rex" } },
        { petId: 2n, quantity: 1, status: "available", create: true, label: { kind: "cat" } },
      ]),
    ]);
    expect(outcome).toMatchObject({ kind: "applied", created: 1, updated: 1, relabelled: 2, revision: 3 });
    expect(await store.undo({ revision: 3, dryRun: true, by: COMMAND_ORIGIN })).toMatchObject({
      kind: "undone",
      updated: 1,
      removed: 1,
      relabelled: 2,
    });
    await store.undo({ revision: 3, dryRun: false, by: COMMAND_ORIGIN });
    expect([await itemsOf(store), await allOf(store.labels)]).toEqual(before);
    await expectConsistent(store);
  });

  test("names can be taken back of pets that have been sold since, and not of those renamed since", async (store) => {
    await store.commit([createPet(1n, 5), createPet(2n, 5)]);
    await put(store, [label(1n, { name: "Wrong 1" }), label(2n, { name: "Wrong 2" })]);
    await store.commit([setTo(1n, 4)]);
    const { revision } = await positionOf(store);
    expect((await store.revisions({ limit: 5 })).revisions[1]).toMatchObject({ undoable: true });
    expect(await store.undo({ revision: 3, dryRun: true, by: COMMAND_ORIGIN })).toMatchObject({
      kind: "undone",
      relabelled: 2,
    });
    await put(store, [label(2n, { name: "Tom" })]);
    expect(await store.undo({ revision: 3, dryRun: false, by: COMMAND_ORIGIN })).toMatchObject({
      kind: "changed_since",
      pets: [{ petId: 2n, revision: revision + 1 }],
    });
    await store.undo({ revision: 3, skipChanged: true, dryRun: false, by: COMMAND_ORIGIN });
    expect(await allOf(store.labels)).toEqual([label(2n, { name: "Tom" })]);
    expect(await itemsOf(store)).toEqual([item(1n, 4), item(2n, 5)]);
    await expectConsistent(store);
  });

  test("a label stays when its pet is removed and comes back", async (store) => {
    await store.commit([createPet(1n, 1)]);
    await put(store, [label(1n, { name: "Rex" }), label(7n, { low: 1 })]);
    const labels = [label(1n, { name: "Rex" }), label(7n, { low: 1 })];
    await store.commit([removePet(1n)]);
    expect(await allOf(store.labels)).toEqual(labels);
    await store.commit([createPet(1n, 2), createPet(7n, 3)]);
    expect(await allOf(store.labels)).toEqual(labels);
    expect(await itemsOf(store)).toEqual([item(1n, 2), item(7n, 3)]);
    await expectConsistent(store);
  });

  test("labels are read-only once the inventory has moved", async (store) => {
    await put(store, [label(1n, { name: "Rex" })]);
    await store.retire({ at: 5, to: "sqlite:elsewhere.db" });
    const error = await put(store, [label(1n, { name: "Max" })]).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "retired" });
    expect(await allOf(store.labels)).toEqual([label(1n, { name: "Rex" })]);
  });
}

/** A label with these members. */
export function label(petId: bigint, members: Partial<Label> = {}): Label {
  return { petId, name: null, kind: null, code: null, low: null, ...members };
}

function membersOf(given: Partial<Label>): Omit<Label, "petId"> {
  const { petId: _, ...rest } = label(0n, given);
  return rest;
}

/** Stores whole labels beside the others. */
export function put(
  store: InventoryStore,
  given: readonly Label[],
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  return change(
    store,
    given.map((each, i) => ({ ...each, line: i + 1 })),
    options,
  );
}

async function change(
  store: InventoryStore,
  rows: readonly LabelRow[],
  { replaceLabels = false, ...options }: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  await using stage = await store.stageImport();
  expect(await labelStage(stage, replaceLabels).add(rows)).toEqual([]);
  return await stage.apply({ ...IMPORT, replaceLabels, ...options });
}

function applied(result: ImportResult) {
  if (result.kind !== "applied") throw new Error(`the change was refused: ${result.kind}`);
  return result;
}

export async function allOf(labels: LabelStore): Promise<Label[]> {
  const all: Label[] = [];
  await labels.readAll((page) => void all.push(...page));
  return all;
}
