// A refused history is printed as a picture of the fewest operations that prove it impossible.

import { expect, test } from "bun:test";
import { check } from "./checker.ts";
import { history, list, operation, update } from "./hand-made.ts";
import { explain } from "./timeline.ts";
import { smallestWindow } from "./window.ts";

/** Pet 1's update is acknowledged, and the list after it lacks it; all other operations are irrelevant. */
const STALE = history(
  { 1: "0-available", 2: "0-sold" },
  list([1, 2], { 1: "0-available", 2: "0-sold" }),
  operation([3, 30], { kind: "update", petId: 2, quantity: 6 }, "updated", { 2: "6-sold" }),
  operation([4, Number.POSITIVE_INFINITY], { kind: "update", petId: 2, quantity: 7 }),
  update([5, 8], 5),
  list([6, 7], { 1: "5-available", 2: "7-sold" }),
  list([9, 12], { 1: "0-available", 2: "6-sold" }),
  operation([10, 11], { kind: "update", petId: 9, quantity: 1 }, "not_found"),
  update([13, 14], 8, { ifMatch: ["5-available"] }),
);

test("a refused history is reduced to the operations that prove it, and those are refused as well", () => {
  const window = smallestWindow(STALE);
  expect(check(window).kind).toBe("refused");
  expect(window.operations.map(({ id }) => id)).toEqual(["5-8", "9-12"]);
  expect([...window.initial.keys()]).toEqual([1]);
});

test("the picture has a line for each operation, with time from left to right", () => {
  const lines = explain(STALE).split("\n");
  expect(lines.slice(0, 5)).toEqual([
    "No order of these operations explains the answers of their clients:",
    "at first: 1:0-available",
    "5-8   5-8   1  1 := 5  updated 1:5-available  ├┤",
    "9-12  9-12  1  list    listed 1:0-available     ├┤",
    "The longest possible order is 5-8; no operation fits after it.",
  ]);
  const whole = lines.slice(lines.indexOf("The whole history:") + 2);
  expect(whole).toHaveLength(STALE.operations.length);
  const columns = whole.map((line) => [line.indexOf("├"), line.search(/[┤→]/)] as const);
  expect(columns.map(([from]) => from)).toEqual(columns.map(([from]) => from).toSorted((a, b) => a - b));
  expect(whole.filter((line) => line.includes("unknown") && line.endsWith("→"))).toHaveLength(1);
  expect(new Set(columns.flat()).size).toBe(2 * STALE.operations.length);
});
