// Reading an edited quantity, and a bound of the quantity filter.

import { afterEach, expect, test } from "bun:test";
import {
  readQuantityBound,
  readQuantityEdit,
  readWholeNumber,
} from "../../src/dashboard/edits/quantity-edit.ts";
import { formatCount } from "../../src/dashboard/language/format.ts";
import { spoken } from "../../src/dashboard/language/locale.ts";

// The tests of other files run in the same process.
afterEach(() => {
  spoken.locale = "en";
});

test.each([
  ["12", 12],
  [" 0 ", 0],
  ["007", 7],
  ["2147483647", 2_147_483_647],
  ["1,000", 1000],
  ["1 234 567", 1_234_567],
])("%j sets the quantity", (typed, quantity) => {
  expect(readQuantityEdit(typed, 5)).toEqual({ kind: "set", quantity });
});

test.each([
  ["+5", 5],
  ["-2", -2],
  ["−2", -2],
  ["+ 3", 3],
  ["-5", -5],
  ["+1,000", 1000],
])("%j adjusts the quantity", (typed, by) => {
  expect(readQuantityEdit(typed, 5)).toEqual({ kind: "adjust", by });
});

test.each([
  ["", "Enter a number"],
  ["abc", "not a whole number"],
  ["1.5", "not a whole number"],
  ["1.000", "not a whole number"],
  ["1,0", "not a whole number"],
  ["1e3", "not a whole number"],
  ["--2", "not a whole number"],
  ["-6", "Only 5 in stock: cannot remove 6"],
  ["2147483648", "The maximum is 2,147,483,647"],
  ["+2147483643", "The maximum is 2,147,483,647"],
  ["9".repeat(40), "not a whole number"],
])("%j is refused with the reason", (typed, reason) => {
  const edit = readQuantityEdit(typed, 5);
  expect(edit.kind).toBe("error");
  expect(edit).toHaveProperty("message", expect.stringContaining(reason));
});

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

test.each(["en", "de", "de-CH", "de-AT", "es", "es-MX", "fr", "fr-CA", "pt-BR", "pt-PT"])(
  "what the page shows in %s can be typed",
  (locale) => {
    spoken.locale = locale;
    for (const number of [7, 1000, 12_345, 2_147_483_647]) {
      expect(readWholeNumber(formatCount(number))).toEqual({ sign: "", number });
    }
  },
);

test.each([
  ["en", "1.000", "1,000"],
  ["de", "1,000", "1.000"],
  ["es", "1,000", "1.000"],
  ["pt-BR", "1,000", "1.000"],
  ["de", "1,5", "1 000"],
  ["fr", "1,000", "1 000"],
  ["fr", "1.000", "1\u202f000"],
  ["de-CH", "1.000", "1'000"],
])("in %s %j may be a decimal fraction, and is refused; %j is a thousand", (locale, fraction, thousand) => {
  spoken.locale = locale;
  expect(readWholeNumber(fraction)).toBeUndefined();
  expect(readWholeNumber(thousand)).toEqual({ sign: "", number: 1000 });
});
