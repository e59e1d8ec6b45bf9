// Rows: finding them, applying saved rows to a list, and totals.

import { expect, test } from "bun:test";
import type { InventoryItem } from "../../src/contract/item-json.ts";
import { BUCKETS, summarize } from "../../src/dashboard/model/inventory-summary.ts";
import { applySaved, findRow, rowIndex, savedSince } from "../../src/dashboard/model/rows.ts";

const row = (petId: number, quantity: number): InventoryItem => ({
  petId: BigInt(petId),
  quantity,
  status: "available",
});

const LIST = [row(-5, 1), row(2, 2), row(9, 3)];

test("a binary search finds each row, or where it would be", () => {
  expect(LIST.map(({ petId }) => rowIndex(LIST, petId))).toEqual([0, 1, 2]);
  expect([-6n, -4n, 10n].map((petId) => rowIndex(LIST, petId))).toEqual([-1, -2, -4]);
  expect([findRow(LIST, 9n), findRow(LIST, 8n), findRow([], 1n)]).toEqual([row(9, 3), undefined, undefined]);
});

test("a saved row replaces the row of the list, until a list requested later arrives", () => {
  const saved = new Map([
    [2n, { item: row(2, 20), at: 100 }],
    [9n, { item: row(9, 30), at: 200 }],
    // Another client has removed this pet: a save does not restore it.
    [7n, { item: row(7, 70), at: 200 }],
  ]);
  expect(applySaved(LIST, saved)).toEqual([row(-5, 1), row(2, 20), row(9, 30)]);
  expect([...savedSince(saved, 150).keys()]).toEqual([9n, 7n]);
  expect(applySaved(LIST, savedSince(saved, 150))).toEqual([row(-5, 1), row(2, 2), row(9, 30)]);
  expect(applySaved(LIST, savedSince(saved, 201))).toBe(LIST);
});

test("every pet is counted in one quantity range and one status", () => {
  const rows: InventoryItem[] = [0, 1, 2, 5, 6, 10, 11, 20, 21, 50, 51, 100, 101, 2_147_483_647].map(
    (quantity, at) => ({ petId: BigInt(at), quantity, status: at % 2 === 0 ? "available" : "sold" }),
  );
  const summary = summarize(rows);
  expect(summary.petsByBucket).toEqual([1, 1, 2, 2, 2, 2, 2, 2]);
  expect(summary.petsByBucket).toHaveLength(BUCKETS.length);
  expect(summary.petsByStatus).toEqual({ available: 7, pending: 0, sold: 7 });
  expect(summary.units).toBe(rows.reduce((sum, { quantity }) => sum + quantity, 0));
  expect([summary.availableNoneLeft, summary.soldInStock]).toEqual([1, 7]);
});
