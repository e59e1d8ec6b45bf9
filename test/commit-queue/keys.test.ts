// The queue between several API keys: they take turns, none takes all places, and one that has ended changes nothing.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { WaitingLines, type Waits } from "../../src/inventory/waiting-lines.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { openQueue, outcomeOf } from "./disk.ts";

/** Changes from 100 on are of the key "a", those from 200 on of "b", and so on. */
const keyOf = (change: number) => "-abcdefgh"[Math.floor(change / 100)] as string;

test("keys take turns, each with its oldest change", async () => {
  const { disk, add, start } = openQueue({ groupMax: 4, lineOf: keyOf });
  await start(1);
  add(100, 101, 102, 103, 104, 105, 200, 300, 201);
  for (let group = 1; group <= 3; group++) await disk.finishLast();
  expect(await disk.started()).toEqual([
    [1],
    // The rest of "a" waits while "b" and "c" have their turns.
    [100, 200, 300, 101],
    [102, 201, 103, 104],
    [105],
  ]);
});

test("large sets of one key delay the changes of another by one group each, and have a group each", async () => {
  const sizeOf = (change: number) => (keyOf(change) === "a" ? 1000 : 1);
  const { disk, add, start } = openQueue({ waitingMax: 10_000, groupMax: 500, sizeOf, lineOf: keyOf });
  await start(1);
  add(100, 101, 102, 200, 201);
  for (let group = 1; group <= 2; group++) await disk.finishLast();
  add(202);
  for (let group = 1; group <= 3; group++) await disk.finishLast();
  expect(await disk.started()).toEqual([[1], [100], [200, 201], [101], [202], [102]]);
});

test("no key has more than half of the places, so that others find some", async () => {
  const { queue, settled, reported, add, start } = openQueue({ waitingMax: 10, lineOf: keyOf });
  await start(1);
  add(100, 101, 102, 103, 104, 105, 106);
  await start(200, 300);
  expect([105, 106].map((change) => settled.get(change))).toEqual(["overloaded", "overloaded"]);
  expect([200, 300].map((change) => settled.get(change))).toEqual([undefined, undefined]);
  expect(queue.waiting).toBe(7);
  expect(reported).toEqual(["refused", "refused"]);
});

test("a change whose key has ended when its group starts is refused, and never committed", async () => {
  const ended = new Set<string>();
  const refusalOf = (change: number) =>
    ended.has(keyOf(change)) ? new StoreError("key_ended", "revoked") : undefined;
  const { disk, settled, add, start } = openQueue({ lineOf: keyOf, refusalOf });
  await start(1);
  add(100, 200, 101);
  ended.add("a");
  await disk.finishLast();
  await disk.finishLast();
  expect(await disk.started()).toEqual([[1], [200]]);
  expect(settled).toEqual(
    new Map([
      [1, outcomeOf(1)],
      [100, "key_ended"],
      [101, "key_ended"],
      [200, outcomeOf(200)],
    ]),
  );
});

interface Item extends Waits {
  readonly number: number;
}

test("lines keep their order, lose nothing, fill each group as far as they can, and each of three lines is in one of three groups in a row", () => {
  const item = fc.record({ line: fc.constantFrom("a", "b", "c"), size: fc.integer({ min: 1, max: 8 }) });
  const run = fc.property(
    fc.array(item, { maxLength: 60 }),
    fc.integer({ min: 1, max: 20 }),
    (given, sizeMax) => {
      const lines = new WaitingLines<Item>();
      given.forEach((each, number) => lines.add({ ...each, number }));
      const groups: Item[][] = [];
      while (lines.length > 0) groups.push(lines.take(sizeMax));
      const taken = groups.flat();
      expect(taken.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(given.map((_, i) => i));
      for (const line of ["a", "b", "c"]) {
        const numbers = taken.filter((each) => each.line === line).map(({ number }) => number);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        expect(lines.sizeOf(line)).toBe(0);
      }
      expect(lines.size).toBe(0);
      for (const group of groups) {
        const size = group.reduce((sum, each) => sum + each.size, 0);
        expect(group.length === 1 || size <= sizeMax).toBe(true);
      }
      if (sizeMax < 8) return;
      for (let index = 0; index + 3 < groups.length; index++) {
        const three = groups.slice(index, index + 3).flat();
        for (const { line } of groups.slice(index + 3).flat()) {
          expect(three.some((each) => each.line === line)).toBe(true);
        }
      }
    },
  );
  fc.assert(run, { numRuns: 300 });
});
