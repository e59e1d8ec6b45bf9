// Selecting rows: single ones, ranges that grow and shrink, and all.

import { expect, test } from "bun:test";
import { RowSelection } from "../../src/dashboard/inventory/row-selection.ts";

const IDS = Array.from({ length: 10 }, (_, at) => BigInt(at * 10));
const ROWS = {
  size: IDS.length,
  petId: (index: number) => IDS[index],
  indexOf: (petId: bigint) => IDS.indexOf(petId),
};

function ids(selection: RowSelection): string {
  return selection
    .ids()
    .toSorted((a, b) => Number(a - b))
    .join(" ");
}

test("a row is selected and taken back", () => {
  const selection = new RowSelection();
  selection.toggle(20n);
  selection.toggle(50n);
  expect([ids(selection), selection.size, selection.has(50n)]).toEqual(["20 50", 2, true]);
  selection.toggle(20n);
  expect(ids(selection)).toBe("50");
});

test("a range begins at the row selected last, grows, shrinks and turns, and keeps what was selected apart from it", () => {
  const selection = new RowSelection();
  selection.toggle(0n);
  selection.toggle(40n);
  selection.extend(ROWS, { from: 0, to: 6 });
  expect(ids(selection)).toBe("0 40 50 60");
  selection.extend(ROWS, { from: 0, to: 5 });
  expect(ids(selection)).toBe("0 40 50");
  selection.extend(ROWS, { from: 0, to: 2 });
  expect(ids(selection)).toBe("0 20 30 40");
  selection.toggle(90n);
  selection.extend(ROWS, { from: 0, to: 8 });
  expect(ids(selection)).toBe("0 20 30 40 80 90");
});

test("without a selected row, a range begins at the active one, also after that row has left the view", () => {
  const selection = new RowSelection();
  selection.extend(ROWS, { from: 3, to: 4 });
  expect(ids(selection)).toBe("30 40");
  selection.toggle(999n);
  selection.extend(ROWS, { from: 7, to: 8 });
  expect(ids(selection)).toBe("30 40 70 80 999");
});

test("all rows of the view are selected, and cleared; each change is announced once", () => {
  const selection = new RowSelection();
  let changes = 0;
  selection.store.subscribe(() => (changes += 1));
  selection.selectAll(ROWS);
  expect(selection.size).toBe(10);
  selection.clear();
  selection.clear();
  expect([selection.size, changes]).toEqual([0, 2]);
});
