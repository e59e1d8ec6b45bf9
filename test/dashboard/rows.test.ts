// The list under what was saved since, and its sums.

import { expect, test } from "bun:test";
import type { InventoryItem } from "../../src/contract/item-json.ts";
import { BUCKETS, sumsOf } from "../../src/dashboard/model/quantity-buckets.ts";
import { placeOf, rowOf, savedSince, withSaved } from "../../src/dashboard/model/rows.ts";

const row = (petId: number, quantity: number): InventoryItem => ({
  petId: BigInt(petId),
  quantity,
  status: "available",
});

const LIST = [row(-5, 1), row(2, 2), row(9, 3)];

test("each row is found at its place", () => {
  expect(LIST.map(({ petId }) => placeOf(LIST, petId))).toEqual([0, 1, 2]);
  expect([-6n, -4n, 10n].map((petId) => placeOf(LIST, petId))).toEqual([-1, -2, -4]);
  expect([rowOf(LIST, 9n), rowOf(LIST, 8n), rowOf([], 1n)]).toEqual([row(9, 3), undefined, undefined]);
});

test("what was saved lies over the list until a list that was asked for later is there", () => {
  const saved = new Map([
    [2n, { item: row(2, 20), at: 100 }],
    [9n, { item: row(9, 30), at: 200 }],
    // Removed by somebody: the save does not bring it back.
    [7n, { item: row(7, 70), at: 200 }],
  ]);
  expect(withSaved(LIST, saved)).toEqual([row(-5, 1), row(2, 20), row(9, 30)]);
  expect([...savedSince(saved, 150).keys()]).toEqual([9n, 7n]);
  expect(withSaved(LIST, savedSince(saved, 150))).toEqual([row(-5, 1), row(2, 2), row(9, 30)]);
  expect(withSaved(LIST, savedSince(saved, 201))).toBe(LIST);
});

test("every pet is counted in one bar and one status", () => {
  const rows: InventoryItem[] = [0, 1, 2, 5, 6, 10, 11, 20, 21, 50, 51, 100, 101, 2_147_483_647].map(
    (quantity, at) => ({ petId: BigInt(at), quantity, status: at % 2 === 0 ? "available" : "sold" }),
  );
  const sums = sumsOf(rows);
  expect(sums.petsByBucket).toEqual([1, 1, 2, 2, 2, 2, 2, 2]);
  expect(sums.petsByBucket).toHaveLength(BUCKETS.length);
  expect(sums.petsByStatus).toEqual({ available: 7, pending: 0, sold: 7 });
  expect(sums.units).toBe(rows.reduce((sum, { quantity }) => sum + quantity, 0));
  expect([sums.availableButNone, sums.soldButInStock]).toEqual([1, 7]);
});
