// The same elements of a JSON array are found in its UTF-8 bytes and in its UTF-16 code units.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { JsonArrayScanner } from "../../src/contract/json-array-scanner.ts";

/** The start and end (exclusive) of each element in code units, and the places of text outside the array. */
function scan(units: ArrayLike<number>) {
  const scanner = new JsonArrayScanner();
  const elements: [start: number, end: number][] = [];
  const misplaced: number[] = [];
  let start = 0;
  for (let at = 0; at < units.length; at++) {
    const unit = scanner.take(units[at] as number);
    if (unit === "misplaced") misplaced.push(at);
    if (unit !== "boundary") continue;
    if (scanner.endedElement) elements.push([start, at]);
    start = at + 1;
  }
  return { elements, misplaced, isComplete: scanner.isComplete };
}

function scanText(text: string) {
  const found = scan(Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)));
  return { ...found, elements: found.elements.map(([start, end]) => text.slice(start, end)) };
}

test("the elements of any array are found in its text and in its bytes", () => {
  const arrays = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 8 });
  fc.assert(
    fc.property(arrays, fc.constantFrom(0, 1), (array, space) => {
      const text = JSON.stringify(array, undefined, space);
      const bytes = Buffer.from(text);
      const { elements, misplaced, isComplete } = scanText(text);
      expect(elements.map((element) => JSON.parse(element))).toEqual(JSON.parse(text));
      expect([misplaced, isComplete]).toEqual([[], true]);
      const inBytes = scan(bytes).elements.map(([start, end]) => bytes.toString("utf8", start, end));
      expect(inBytes).toEqual(elements);
    }),
  );
});

test("a missing element beside a comma is an empty element, and an empty array has none", () => {
  expect(scanText(" [ ] ").elements).toEqual([]);
  expect(scanText("[1,]").elements).toEqual(["1", ""]);
  expect(scanText("[,1]").elements).toEqual(["", "1"]);
});

test("text before and after the array is misplaced, and white space is not", () => {
  expect(scanText("x\n[1] y")).toEqual({ elements: ["1"], misplaced: [0, 6], isComplete: true });
  expect(scanText("{}").misplaced).toEqual([0, 1]);
});

test("a string that is not closed does not affect elements after its line", () => {
  expect(scanText('[{"a":"x},\n{}}, 2]').elements).toEqual(['{"a":"x},\n{}}', " 2"]);
});
