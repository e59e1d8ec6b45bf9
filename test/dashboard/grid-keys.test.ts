// Keyboard navigation in the table.

import { expect, test } from "bun:test";
import { beginsEdit, nextCell } from "../../src/dashboard/inventory/grid-keys.ts";

const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false });
const EXTENT = { lastRow: 1000, pageRows: 10, lastColumn: 3 };

test.each([
  ["ArrowUp", false, 4, 1],
  ["ArrowDown", false, 6, 1],
  ["ArrowLeft", false, 5, 0],
  ["ArrowRight", false, 5, 2],
  ["Home", false, 5, 0],
  ["End", false, 5, 3],
  ["PageUp", false, 1, 1],
  ["PageDown", false, 15, 1],
  ["Home", true, 1, 0],
  ["End", true, 1000, 3],
  ["ArrowDown", true, 1000, 1],
  ["ArrowRight", true, 5, 3],
])("%s (Ctrl: %p) moves to row %d, column %d", (name, ctrl, row, column) => {
  expect(nextCell({ row: 5, column: 1 }, key(name, ctrl), EXTENT)).toEqual({ row, column });
});

test("no key moves out of the table, and the header is row 0", () => {
  expect(nextCell({ row: 1, column: 0 }, key("ArrowUp"), EXTENT)).toEqual({ row: 0, column: 0 });
  expect(nextCell({ row: 0, column: 0 }, key("ArrowUp"), EXTENT)).toEqual({ row: 0, column: 0 });
  expect(nextCell({ row: 1000, column: 3 }, key("PageDown"), EXTENT)).toEqual({ row: 1000, column: 3 });
  expect(nextCell({ row: 5, column: 3 }, key("ArrowRight"), EXTENT)).toEqual({ row: 5, column: 3 });
  expect(nextCell({ row: 5, column: 3 }, key("x"), EXTENT)).toBeUndefined();
});

test("digits and signs begin an edit, shortcuts do not", () => {
  expect(["7", "+", "-", "x", "F5"].map((name) => beginsEdit(key(name)))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(beginsEdit(key("0", true))).toBe(false);
});
