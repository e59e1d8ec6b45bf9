// Labels, on every engine: annotations apart from the inventory, changed completely or not at all.

import { expect } from "bun:test";
import type { Label, LabelRow } from "../../src/inventory/label.ts";
import type { LabelChangeOptions, LabelStore } from "../../src/inventory/label-store.ts";
import { PAGE_ROWS } from "../../src/inventory/store.ts";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, everythingOf, expectNoChangeSince, removePet } from "./engine.ts";

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
    expect(await put(database.store.labels, given)).toMatchObject({ created: 3 });
    const open = async () => (await database.open()).labels;
    const reopen = async () => (await database.reopen()).labels;
    for (const store of [async () => database.store.labels, open, reopen]) {
      const labels = await store();
      expect(await allOf(labels)).toEqual(sorted as Label[]);
      expect(await labels.get(2n)).toEqual(given[2]);
      expect(await labels.get(3n)).toBeUndefined();
    }
  });

  test("pages go on after a label, each with the counter of its moment", async (store) => {
    const { labels } = store;
    const none = await labels.counter();
    expect(await labels.page({ limit: 2 })).toEqual({ counter: none, labels: [] });
    const all = [-1n, 0n, 5n].map((petId) => label(petId, { name: `Pet ${petId}` }));
    const { counter } = applied(await put(labels, all));
    expect(counter).toBeGreaterThan(none);
    expect(await labels.page({ limit: 2 })).toEqual({ counter, labels: all.slice(0, 2) });
    expect(await labels.page({ after: 0n, limit: 2 })).toEqual({ counter, labels: all.slice(2) });
    expect(await labels.page({ after: 5n, limit: 2 })).toEqual({ counter, labels: [] });
  });

  test("more labels than a page are read once each, from the snapshot of the first page", async (store) => {
    const { labels } = store;
    const many = Array.from({ length: PAGE_ROWS + 1 }, (_, i) => label(BigInt(i), { name: `Pet ${i}` }));
    const { counter } = applied(await put(labels, many));
    const read: Label[] = [];
    const readAt = await labels.readAll(async (page) => {
      if (read.length === 0) await put(labels, [label(BigInt(PAGE_ROWS), { name: "Later" })]);
      read.push(...page);
    });
    expect(readAt).toBe(counter);
    expect(read).toEqual(many);
    expect(await labels.get(BigInt(PAGE_ROWS))).toMatchObject({ name: "Later" });
  });

  test("a change merges: other labels and members that a row does not give stay, null clears", async (store) => {
    const { labels } = store;
    await put(labels, [
      label(1n, { name: "Rex", kind: "dog", code: "0012", low: 3 }),
      label(2n, { name: "Mia" }),
      label(3n, { name: "Tom" }),
      label(4n, { low: 1 }),
    ]);
    const result = await change(labels, [
      { petId: 1n, kind: null, low: 5, line: 1 },
      { petId: 2n, name: null, line: 2 },
      { petId: 3n, line: 3 },
      { petId: 5n, code: "5", line: 4 },
      { petId: 6n, line: 5 },
    ]);
    expect(result).toMatchObject({ kind: "applied", created: 1, updated: 1, removed: 1, unchanged: 2 });
    expect(await allOf(labels)).toEqual([
      label(1n, { name: "Rex", code: "0012", low: 5 }),
      label(3n, { name: "Tom" }),
      label(4n, { low: 1 }),
      label(5n, { code: "5" }),
    ]);
  });

  test("with replace the labels are exactly the rows", async (store) => {
    const { labels } = store;
    await put(labels, [
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
    expect(await change(labels, rows, { replace: true })).toMatchObject({
      created: 1,
      updated: 1,
      removed: 1,
      unchanged: 2,
    });
    expect(await allOf(labels)).toEqual([
      label(1n, { name: "Rex" }),
      label(3n, { low: 1 }),
      label(4n, { name: "New" }),
    ]);
    expect(await change(labels, [], { replace: true })).toMatchObject({ removed: 3, unchanged: 0 });
    expect(await allOf(labels)).toEqual([]);
  });

  test("a dry run reports the same and changes nothing, and an empty difference does not move the counter", async (store) => {
    const { labels } = store;
    const { counter } = applied(await put(labels, [label(1n, { name: "Rex" }), label(2n, { name: "Mia" })]));
    const rows: LabelRow[] = [
      { petId: 1n, name: "Max", line: 1 },
      { petId: 3n, name: "New", line: 2 },
    ];
    const counts = { kind: "applied", created: 1, updated: 1, removed: 1, unchanged: 0 };
    expect(await change(labels, rows, { replace: true, dryRun: true })).toEqual({
      ...counts,
      counter,
    } as never);
    expect(await labels.counter()).toBe(counter);
    expect(await allOf(labels)).toEqual([label(1n, { name: "Rex" }), label(2n, { name: "Mia" })]);
    expect(await put(labels, [label(1n, { name: "Rex" })])).toMatchObject({ unchanged: 1, counter });
    expect(await labels.counter()).toBe(counter);
    const after = applied(await change(labels, rows, { replace: true }));
    expect(after).toMatchObject(counts);
    expect(after.counter).toBeGreaterThan(counter);
    expect(await labels.counter()).toBe(after.counter);
  });

  test("a change for an earlier counter is refused, also beside another server", async (store, database) => {
    const { labels } = store;
    const first = applied(await put(labels, [label(1n, { name: "Rex" })])).counter;
    const other = (await database.open()).labels;
    const second = applied(await put(other, [label(1n, { name: "Max" })], { ifCounter: [first] })).counter;
    for (const dryRun of [false, true]) {
      const refused = await put(labels, [label(1n, { name: "Tom" })], { ifCounter: [first], dryRun });
      expect(refused).toEqual({ kind: "changed_since", counter: second });
    }
    expect(await allOf(labels)).toEqual([label(1n, { name: "Max" })]);
    expect(await put(labels, [label(1n, { name: "Tom" })], { ifCounter: [first, second] })).toMatchObject({
      kind: "applied",
      updated: 1,
    });
  });

  test("of two changes for one counter exactly one is applied", async (store, database) => {
    const stores = [store.labels, (await database.open()).labels];
    const counter = await stores[0]!.counter();
    const results = await Promise.all(
      stores.map((labels, i) => put(labels, [label(1n, { name: `Server ${i}` })], { ifCounter: [counter] })),
    );
    expect(results.map(({ kind }) => kind).toSorted()).toEqual(["applied", "changed_since"]);
    const winner = results.findIndex(({ kind }) => kind === "applied");
    expect(await stores[0]!.get(1n)).toMatchObject({ name: `Server ${winner}` });
  });

  test("a row that repeats a pet is named, in its batch and in a later one, and the first stays", async (store) => {
    const { labels } = store;
    await using stage = await labels.stage();
    const rows = [1n, 2n, 1n].map((petId, i) => ({ petId, name: `Line ${i + 1}`, line: i + 1 }));
    expect(await stage.add(rows)).toEqual([{ row: rows[2]!, firstLine: 1 }]);
    const later = { petId: 2n, name: "Line 4", line: 4 };
    expect(await stage.add([later])).toEqual([{ row: later, firstLine: 2 }]);
    await stage.apply({ replace: false, dryRun: false });
    expect(await allOf(labels)).toEqual([label(1n, { name: "Line 1" }), label(2n, { name: "Line 2" })]);
  });

  test("rows that were staged and not applied leave nothing", async (store) => {
    const { labels } = store;
    const counter = await labels.counter();
    {
      await using stage = await labels.stage();
      await stage.add([{ petId: 1n, name: "Rex", line: 1 }]);
      expect(await allOf(labels)).toEqual([]);
    }
    expect(await allOf(labels)).toEqual([]);
    expect(await labels.counter()).toBe(counter);
  });

  test("after a rewind the counter takes other values than before", async (store, database) => {
    const { labels } = store;
    const backup = applied(await put(labels, [label(1n, { name: "Rex" })])).counter;
    const known = applied(await put(labels, [label(2n, { name: "Mia" })])).counter;
    await database.tamper(`UPDATE label_counter SET value = ${backup}`);
    await database.tamper("DELETE FROM label WHERE pet_id = 2");
    expect(applied(await put(labels, [label(3n, { name: "Tom" })])).counter).not.toBe(known);
  });

  test("no operation on labels changes the inventory or its position, and none on the inventory changes a label", async (store) => {
    await store.commit([createPet(1n, 1)]);
    const before = await everythingOf(store);
    const { counter } = applied(await put(store.labels, [label(1n, { name: "Rex" }), label(7n, { low: 1 })]));
    expect(await everythingOf(store)).toEqual(before);
    await expectNoChangeSince(store, before.position);
    await store.commit([removePet(1n)]);
    expect(await store.labels.page({ limit: 10 })).toEqual({
      counter,
      labels: [label(1n, { name: "Rex" }), label(7n, { low: 1 })],
    });
  });

  test("labels are read-only once the inventory has moved", async (store) => {
    await put(store.labels, [label(1n, { name: "Rex" })]);
    await store.retire({ at: 5, to: "sqlite:elsewhere.db" });
    const error = await put(store.labels, [label(1n, { name: "Max" })]).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "retired" });
    expect(await allOf(store.labels)).toEqual([label(1n, { name: "Rex" })]);
  });
}

/** A label with these members. */
export function label(petId: bigint, members: Partial<Label> = {}): Label {
  return { petId, name: null, kind: null, code: null, low: null, ...members };
}

/** Stores whole labels beside the others. */
export function put(labels: LabelStore, given: readonly Label[], options: Partial<LabelChangeOptions> = {}) {
  return change(
    labels,
    given.map((each, i) => ({ ...each, line: i + 1 })),
    options,
  );
}

async function change(
  labels: LabelStore,
  rows: readonly LabelRow[],
  options: Partial<LabelChangeOptions> = {},
) {
  await using stage = await labels.stage();
  expect(await stage.add(rows)).toEqual([]);
  return await stage.apply({ replace: false, dryRun: false, ...options });
}

function applied(result: Awaited<ReturnType<typeof put>>) {
  if (result.kind !== "applied") throw new Error(`the change was refused: ${result.kind}`);
  return result;
}

export async function allOf(labels: LabelStore): Promise<Label[]> {
  const all: Label[] = [];
  await labels.readAll((page) => void all.push(...page));
  return all;
}
