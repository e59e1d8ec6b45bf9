// Views: found and sorted in slices, and afterwards changed row by row, always like made anew.

import { describe, expect, test } from "bun:test";
import { type InventoryItem, PET_STATUSES } from "../../src/contract/item-json.ts";
import { SORT_COLUMNS, type View, WHOLE_VIEW } from "../../src/dashboard/state/view.ts";
import { label, labelTable, pet, tableOf, viewOf } from "./pet-table.ts";

const ROWS = [pet(-7, 0), pet(12, 3, "sold"), pet(123, 5), pet(9007199254740993n, 2_147_483_647, "pending")];
const LABELS = [
  label(-7, { name: "Señor O'Brien", kind: "cat", code: "4006381333931", low: 2 }),
  label(12, { name: "rex", kind: "Dog", low: 2 }),
  label(123, { name: "Catherine", kind: "dog", code: "A-12" }),
];

async function idsOf(view: Partial<View>, held: readonly InventoryItem[] = []): Promise<string> {
  const shown = viewOf(tableOf(ROWS, LABELS));
  for (const item of held) shown.held.set(item.petId, item);
  shown.shown.show({ ...WHOLE_VIEW, ...view });
  await shown.shown.untilComplete();
  return shown.shown.ids().join(" ");
}

test("rows are filtered by part of their id, by status and by quantity", async () => {
  expect(await idsOf({})).toBe("-7 12 123 9007199254740993");
  expect(await idsOf({ search: "12" })).toBe("12 123");
  expect(await idsOf({ search: "# 0993" })).toBe("9007199254740993");
  expect(await idsOf({ statuses: ["sold", "pending"] })).toBe("12 9007199254740993");
  expect(await idsOf({ quantityMin: 1, quantityMax: 5 })).toBe("12 123");
  expect(await idsOf({ quantityMax: 0, statuses: ["available"] })).toBe("-7");
  expect(await idsOf({ low: true })).toBe("-7");
  expect(await idsOf({ low: true, statuses: ["sold"] })).toBe("");
});

test("rows are searched by words of name and kind, without case and accents, and by the start of the code", async () => {
  expect(await idsOf({ search: "senor" })).toBe("-7");
  expect(await idsOf({ search: "CAT" })).toBe("-7 123");
  expect(await idsOf({ search: "dog cat" })).toBe("123");
  expect(await idsOf({ search: "o'brien" })).toBe("-7");
  expect(await idsOf({ search: "ex" })).toBe("");
  expect(await idsOf({ search: "4006381333931" })).toBe("-7");
  expect(await idsOf({ search: "a-1" })).toBe("123");
  expect(await idsOf({ search: "dog 12" })).toBe("12 123");
});

test("the counts by status apply every filter except the status filter", async () => {
  const { shown } = viewOf(tableOf(ROWS));
  shown.show({ ...WHOLE_VIEW, statuses: ["sold"], quantityMin: 1 });
  await shown.untilComplete();
  expect(shown.counts).toEqual({ available: 1, pending: 1, sold: 1 });
});

test("sorting is exact up to the largest quantity, and stable", async () => {
  const sort = (by: View["sort"]["by"], descending = false) => idsOf({ sort: { by, descending } });
  expect(await sort("petId", true)).toBe("9007199254740993 123 12 -7");
  expect(await sort("quantity")).toBe("-7 12 123 9007199254740993");
  expect(await sort("quantity", true)).toBe("9007199254740993 123 12 -7");
  expect(await sort("status")).toBe("-7 123 9007199254740993 12");
  expect(await sort("status", true)).toBe("12 9007199254740993 -7 123");
  expect(await sort("name")).toBe("123 12 -7 9007199254740993");
  expect(await sort("kind")).toBe("-7 12 123 9007199254740993");
  // Pets without a label come last in both directions.
  expect(await sort("kind", true)).toBe("12 123 -7 9007199254740993");
});

test("a held row keeps its place when its quantity changes", async () => {
  const held = [pet(12, 0, "sold")];
  expect(await idsOf({ quantityMax: 0 }, held)).toBe("-7 12");
  expect(await idsOf({ sort: { by: "quantity", descending: true } }, held)).toBe(
    "9007199254740993 123 -7 12",
  );
  const table = tableOf(ROWS);
  const view = viewOf(table);
  view.shown.show({ ...WHOLE_VIEW, quantityMax: 3, sort: { by: "quantity", descending: true } });
  await view.shown.untilComplete();
  view.held.set(12n, pet(12, 3, "sold"));
  table.apply([pet(12, 99, "sold"), pet(123, 1)], []);
  expect(view.shown.ids().join(" ")).toBe("12 123 -7");
  table.apply([], [12n]);
  expect(view.shown.ids().join(" ")).toBe("123 -7");
});

test("until a long sort has ended, the old view stays", async () => {
  const items = Array.from({ length: 300_000 }, (_, at) => pet(at, (at * 7919) % 501, PET_STATUSES[at % 3]));
  const { shown } = viewOf(tableOf(items));
  shown.show(WHOLE_VIEW);
  await shown.untilComplete();
  shown.show({ ...WHOLE_VIEW, sort: { by: "quantity", descending: true } });
  expect([shown.isComplete, shown.petId(0)]).toEqual([false, 0n]);
  await shown.untilComplete();
  const wanted = items.toSorted((a, b) => b.quantity - a.quantity);
  expect([...shown.ids()]).toEqual(wanted.map(({ petId }) => petId));
});

describe("a view that changes row by row is like one that is made anew", () => {
  const views: readonly Partial<View>[] = [
    {},
    { quantityMin: 1 },
    { search: "1" },
    { search: "dog" },
    { statuses: ["sold"], low: true },
    { low: true },
  ];
  const sorts = SORT_COLUMNS.flatMap((by) => [
    { by, descending: false },
    { by, descending: true },
  ]);

  test.each(sorts)("sorted by $by, descending: $descending", async (sort) => {
    let random = 11;
    const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
    const itemOf = (id: number) => pet(id, next(5), PET_STATUSES[next(3)]!);
    const labels = Array.from({ length: 90 }, (_, at) =>
      label(at * 3, { name: `n${next(9)}`, kind: ["dog", "cat"][next(2)]!, low: next(4) }),
    );
    for (const view of views) {
      const table = tableOf(
        Array.from({ length: 150 }, (_, at) => itemOf(at * 2)),
        labels,
      );
      const { shown } = viewOf(table);
      shown.show({ ...WHOLE_VIEW, ...view, sort });
      await shown.untilComplete();
      for (let round = 0; round < 25; round += 1) {
        const count = round % 8 === 7 ? 40 : 3;
        const changed = new Map(
          Array.from({ length: count }, () => itemOf(next(310))).map((each) => [each.petId, each]),
        );
        const removed = [BigInt(next(310))].filter((id) => !changed.has(id));
        table.apply([...changed.values()], removed);
        await shown.untilComplete();
        const items = Array.from({ length: table.columns.size }, (_, row) => table.columns.item(row));
        const { shown: anew } = viewOf(tableOf(items, labels));
        anew.show({ ...WHOLE_VIEW, ...view, sort });
        await anew.untilComplete();
        expect([...shown.items()]).toEqual([...anew.items()]);
        expect(shown.counts).toEqual(anew.counts);
        for (let index = 0; index < shown.size; index += 7) {
          expect(shown.indexOf(shown.petId(index)!)).toBe(index);
        }
      }
    }
  });
});

describe("while a view is made in slices", () => {
  const COUNT = 400_000;
  const items = Array.from({ length: COUNT }, (_, at) => pet(at, (at * 7919) % 501, PET_STATUSES[at % 3]));

  test.each([
    { by: "petId", descending: false },
    { by: "petId", descending: true },
    { by: "quantity", descending: true },
  ] as const)("changes arrive at their place, sorted by $by, descending: $descending", async (sort) => {
    const table = tableOf(items);
    const { shown } = viewOf(table);
    const view: View = { ...WHOLE_VIEW, search: "7", sort };
    shown.show(view);
    expect(shown.isComplete).toBe(false);
    const rounds = [
      [pet(7, 600), pet(COUNT + 7, 600, "sold"), pet(77_777, 0, "sold")],
      [pet(-7, 3), pet(17, 1), pet(COUNT - 3, 9)],
      [pet(7, 601), pet(399_997, 601)],
    ];
    for (const changed of rounds) {
      table.apply(changed, [BigInt(changed.length * 1000 + 7)]);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await shown.untilComplete();
    const now = Array.from({ length: table.columns.size }, (_, row) => table.columns.item(row));
    const { shown: anew } = viewOf(tableOf(now));
    anew.show(view);
    await anew.untilComplete();
    expect(Buffer.compare(Buffer.from(shown.ids().buffer), Buffer.from(anew.ids().buffer))).toBe(0);
    expect(shown.counts).toEqual(anew.counts);
  });

  test("the next key replaces it, and rows that load meanwhile are found", async () => {
    const table = tableOf(items.slice(0, 300_000));
    const { shown } = viewOf(table);
    shown.show({ ...WHOLE_VIEW, search: "1" });
    shown.show({ ...WHOLE_VIEW, search: "12" });
    table.append(batchOfRest());
    await shown.untilComplete();
    const wanted = items.filter(({ petId }) => String(petId).includes("12")).length;
    expect(shown.size).toBe(wanted);
  });

  test.each([false, true])("a print completes it at once, descending: %p", async (descending) => {
    const table = tableOf(items.slice(0, 300_000));
    const { shown } = viewOf(table);
    shown.show({ ...WHOLE_VIEW, search: "12", sort: { by: "petId", descending } });
    table.append(batchOfRest());
    expect(shown.isComplete).toBe(false);
    shown.completeNow();
    expect(shown.isComplete).toBe(true);
    const wanted = items.map(({ petId }) => petId).filter((petId) => String(petId).includes("12"));
    expect([...shown.ids()]).toEqual(descending ? wanted.toReversed() : wanted);
    await shown.untilComplete();
    expect(shown.size).toBe(wanted.length);
  });

  function batchOfRest() {
    const rest = items.slice(300_000);
    return {
      ids: BigInt64Array.from(rest, ({ petId }) => petId),
      quantities: Int32Array.from(rest, ({ quantity }) => quantity),
      statuses: Uint8Array.from(rest, ({ status }) => PET_STATUSES.indexOf(status)),
    };
  }

  test("its first rows are shown before all are found", async () => {
    const { promise: firstRows, resolve } = Promise.withResolvers<readonly [boolean, bigint | undefined]>();
    const view = viewOf(
      tableOf(items),
      (shown) => shown.size > 0 && resolve([shown.isComplete, shown.petId(0)]),
    );
    view.shown.show({ ...WHOLE_VIEW, search: "zzz" });
    await view.shown.untilComplete();
    view.shown.show({ ...WHOLE_VIEW, search: "7" });
    expect(await firstRows).toEqual([false, 7n]);
    await view.shown.untilComplete();
    expect(view.shown.size).toBeGreaterThan(1000);
  });
});

test("new labels are searched at once", async () => {
  const table = tableOf(ROWS);
  const { shown } = viewOf(table);
  shown.show({ ...WHOLE_VIEW, search: "rex" });
  await shown.untilComplete();
  expect(shown.size).toBe(0);
  table.setLabels(labelTable(LABELS));
  await shown.untilComplete();
  expect(shown.ids().join()).toBe("12");
});
