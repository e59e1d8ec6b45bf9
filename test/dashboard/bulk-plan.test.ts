// A bulk change: the columns of its file, and the plan for its rows.

import { describe, expect, test } from "bun:test";
import type { InventoryItem } from "../../src/contract/item-json.ts";
import { planBulk, groupSize } from "../../src/dashboard/model/bulk-plan.ts";
import { columnNames, guessMapping } from "../../src/dashboard/model/column-mapping.ts";
import { failedRowsCsv } from "../../src/dashboard/model/failed-rows.ts";
import { NO_PROBLEMS } from "../../src/transfer/problem-list.ts";

const item = (petId: number, quantity: number): InventoryItem => ({
  petId: BigInt(petId),
  quantity,
  status: "available",
});

const file = (...rows: readonly (readonly [number, number])[]) =>
  rows.map(([petId, quantity], at) => ({ line: at + 2, petId: BigInt(petId), quantity }));

const linesOf = (rows: readonly { line: number; reason: string }[]) =>
  rows.map(({ line, reason }) => `${line}${reason && `: ${reason}`}`);

test("each row is to change, unchanged, unknown, in conflict or invalid", () => {
  const baseline = [item(1, 5), item(2, 5), item(3, 5), item(4, 5)];
  const now = [item(1, 5), item(2, 5), item(3, 6), item(4, 5)];
  const rows = file([1, 9], [2, 5], [3, 9], [7, 1], [4, 1], [4, 2], [1, 9]);
  const problem = { line: 9, column: "quantity", value: "1.5", rule: "is not an integer" };
  const problems = { named: [problem], count: 1_234 };
  const plan = planBulk({ rows, problems, baseline, now });
  expect(linesOf(plan.change)).toEqual(["2"]);
  expect(linesOf(plan.same)).toEqual(["3", "8: Same as line 2"]);
  expect(linesOf(plan.unknown)).toEqual(["5: No pet has this id, and pets cannot be added here"]);
  expect(linesOf(plan.conflict)).toEqual([
    "4: Changed from 5 to 6 since the file was read",
    "6: Listed more than once with different quantities",
    "7: Listed more than once with different quantities",
  ]);
  expect(linesOf(plan.invalid)).toEqual(['9: column quantity: "1.5" is not an integer']);
  expect([groupSize(plan, "invalid"), groupSize(plan, "conflict")]).toEqual([1_234, 3]);
  // The update is guarded with the row that the preview shows.
  expect(plan.change[0]!.now).toBe(now[0]!);
});

test("a pet that others have set to the same quantity is no conflict", () => {
  const source = { rows: file([1, 9]), problems: NO_PROBLEMS, baseline: [item(1, 5)], now: [item(1, 9)] };
  expect(planBulk(source).same).toHaveLength(1);
});

describe("columns", () => {
  test.each([
    [[["petId", "quantity", "status"]], { header: true, petId: 0, quantity: 1 }],
    [
      [
        ["Name", "Stock", "Pet ID"],
        ["Rex", "1", "2"],
      ],
      { header: true, petId: 2, quantity: 1 },
    ],
    [[["Tier", "Anzahl"]], { header: true, petId: undefined, quantity: undefined }],
    [[["305144", "3"]], { header: false, petId: 0, quantity: 1 }],
    [[["305144"]], { header: false, petId: 0, quantity: undefined }],
    [[], { header: true, petId: undefined, quantity: undefined }],
  ])("of %j are guessed", (rows, mapping) => {
    expect(guessMapping(rows)).toEqual(mapping);
  });

  test("are labeled by their name in the file, or by a sample value", () => {
    expect(columnNames([["Name ", ""]], true)).toEqual(["Name", "Column 2 ()"]);
    expect(columnNames([["305144", "3"]], false)).toEqual(["Column 1 (305144)", "Column 2 (3)"]);
  });
});

test("failed rows are written as a file that can be corrected and imported again", () => {
  const rows = [{ petId: 9007199254740993n, wanted: 3, reason: 'Says "no", twice' }];
  expect(failedRowsCsv(rows)).toBe('petId,quantity,reason\n9007199254740993,3,"Says ""no"", twice"\n');
  expect(failedRowsCsv([], 2_900)).toBe('petId,quantity,reason\n,,"2,900 more invalid rows not listed"\n');
});
