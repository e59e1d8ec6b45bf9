// The table of all pets: changed in place, with totals that are kept.

import { expect, test } from "bun:test";
import { PET_STATUSES } from "../../src/contract/item-json.ts";
import { batchOf, PetColumns } from "../../src/dashboard/data/pet-columns.ts";
import { differenceOf } from "../../src/dashboard/data/difference.ts";
import { idContains } from "../../src/dashboard/data/id-digits.ts";
import { label, pet, runSteps, tableOf } from "./pet-table.ts";

test("a row is found by its id, or where it would be", () => {
  const { columns } = tableOf([pet(-5, 1), pet(2, 2), pet(9n, 3)]);
  expect([-5n, 2n, 9n].map((petId) => columns.rowOf(petId))).toEqual([0, 1, 2]);
  expect([-6n, -4n, 10n].map((petId) => columns.rowOf(petId))).toEqual([-1, -2, -4]);
  expect([columns.item(1), tableOf([]).item(1n)]).toEqual([pet(2, 2), undefined]);
});

test("ids that do not ascend are refused", () => {
  const columns = new PetColumns();
  columns.append(batchOf([pet(1, 1), pet(5, 1)]));
  expect(() => columns.append(batchOf([pet(5, 1)]))).toThrow("pet 5 follows pet 5");
});

test("ids are searched by their decimal digits, all int64 of them", () => {
  const ids = [0n, -1n, 100_000_000n, 9_007_199_254_740_991n, 9_007_199_254_740_993n, -4_294_967_295n];
  const all = new BigInt64Array([...ids, -(2n ** 63n), 2n ** 63n - 1n, 1_000_000_000n, -1_000_000_001n]);
  for (const text of ["0", "00000000", "000000000", "-", "-1", "99", "4295", "8", "5808", "-922"]) {
    const isFound = idContains(text);
    const found = [...all].filter((_, row) => isFound(all, row));
    expect(found).toEqual([...all].filter((id) => String(id).includes(text)));
  }
});

test("totals are kept through changes, few and many, like counted anew", () => {
  let random = 7;
  const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
  const itemOf = (id: number) => pet(id, next(4), PET_STATUSES[next(3)]!);
  const labels = Array.from({ length: 150 }, (_, at) => label(at * 2, { low: next(3) }));
  const table = tableOf(
    Array.from({ length: 200 }, (_, id) => itemOf(id)),
    labels,
  );
  for (let round = 0; round < 60; round += 1) {
    const count = round % 3 === 0 ? 60 : 4;
    const changed = new Map(
      Array.from({ length: count }, () => itemOf(next(320))).map((each) => [each.petId, each]),
    );
    const removed = Array.from({ length: next(count) }, () => BigInt(next(320))).filter(
      (id) => !changed.has(id),
    );
    table.apply([...changed.values()], [...new Set(removed)]);
    const items = Array.from({ length: table.columns.size }, (_, row) => table.columns.item(row));
    expect(table.summary).toEqual(tableOf(items, labels).summary);
    expect(items).toEqual(items.toSorted((a, b) => Number(a.petId - b.petId)));
    for (const each of changed.values()) expect(table.item(each.petId)).toEqual(each);
    for (const petId of removed) expect(table.item(petId)).toBeUndefined();
  }
});

test("totals name what contradicts itself, and what is low", () => {
  const items = [pet(1, 0), pet(2, 0, "sold"), pet(3, 4, "sold"), pet(4, 2), pet(5, 3, "pending"), pet(6, 1)];
  const lows = [1, 2, 3, 4, 5].map((petId) => label(petId, { low: 3 }));
  expect(tableOf(items, lows).summary).toEqual({
    pets: 6,
    units: 10,
    inStock: 4,
    unitsByStatus: { available: 3, pending: 3, sold: 4 },
    petsByStatus: { available: 3, pending: 1, sold: 2 },
    availableNoneLeft: 1,
    soldInStock: 1,
    low: 3,
  });
});

test("a change tells what had an effect", () => {
  const table = tableOf([pet(1, 1), pet(2, 2)]);
  expect(table.apply([pet(1, 1), pet(2, 3), pet(3, 1)], [9n])).toEqual({
    changed: [
      { before: pet(2, 2), after: pet(2, 3) },
      { before: undefined, after: pet(3, 1) },
    ],
    removed: [],
  });
});

test("the difference of two lists is what differs, and nothing else", () => {
  const before = new PetColumns();
  before.append(batchOf([pet(1, 1), pet(2, 2), pet(4, 4), pet(9, 9)]));
  const after = new PetColumns();
  after.append(batchOf([pet(0, 0), pet(2, 2, "sold"), pet(4, 4), pet(7, 7)]));
  expect(runSteps(differenceOf(before, after))).toEqual({
    items: [pet(0, 0), pet(2, 2, "sold"), pet(7, 7)],
    removed: [1n, 9n],
  });
});
