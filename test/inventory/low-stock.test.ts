// The one rule for when a pet is low.

import { expect, test } from "bun:test";
import { isLow } from "../../src/inventory/low-stock.ts";

test("a pet is low at or below its label's low quantity, also with none left, unless it is sold", () => {
  expect(isLow(3, "available", 3)).toBeTrue();
  expect(isLow(0, "available", 3)).toBeTrue();
  expect(isLow(2, "pending", 3)).toBeTrue();
  expect(isLow(4, "available", 3)).toBeFalse();
  expect(isLow(2, "sold", 3)).toBeFalse();
  expect(isLow(0, "sold", 3)).toBeFalse();
  expect(isLow(0, "available", null)).toBeFalse();
});
