// Reading a bound of the quantity filter.

import { expect, test } from "bun:test";
import { readQuantityBound } from "../../src/dashboard/edits/quantity-edit.ts";

test.each([
  ["", undefined],
  ["  ", undefined],
  ["0", 0],
  [" 12 ", 12],
  ["1,000", 1000],
  ["2 147 483 647", 2_147_483_647],
])("%j is read as a bound", (typed, quantity) => {
  expect(readQuantityBound(typed)).toEqual({ quantity });
});

test.each(["1.5", "1,00", "1,", "-1", "−1", "+5", "2147483648", "99999999999", "9".repeat(40), "abc"])(
  "%j is no bound, and gives an error",
  (typed) => {
    const { quantity, error } = readQuantityBound(typed);
    expect(quantity).toBeUndefined();
    expect(error).toBe(`“${typed}” is not a whole number from 0 to 2,147,483,647`);
  },
);
