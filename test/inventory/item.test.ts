// Items and their bounds: valid ids, quantities and statuses, and the tag of an item.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isPetStatus,
  isQuantity,
  itemTag,
  parsePetId,
  PET_ID_MAX,
  PET_ID_MIN,
  PET_STATUSES,
  QUANTITY_MAX,
} from "../../src/inventory/item.ts";

describe("parsePetId", () => {
  test.each([
    ["0", 0n],
    ["1", 1n],
    ["-1", -1n],
    ["734980", 734_980n],
    ["9007199254740993", 2n ** 53n + 1n],
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["1000000000000000000", 10n ** 18n],
  ])("%s is a valid id", (text, petId) => {
    expect(parsePetId(text)).toBe(petId);
  });

  test.each([
    ["one beyond the largest int64", "9223372036854775808"],
    ["one below the smallest", "-9223372036854775809"],
    ["the largest of 19 digits", "9999999999999999999"],
    ["20 digits", "10000000000000000000"],
    ["a thousand digits", "1".repeat(1000)],
    ["a negative zero", "-0"],
    ["a plus sign", "+1"],
    ["a leading zero", "01"],
    ["a leading zero below zero", "-01"],
    ["zeros alone", "00"],
    ["nothing", ""],
    ["a sign alone", "-"],
    ["two signs", "--1"],
    ["a space before", " 1"],
    ["a space behind", "1 "],
    ["a line end behind", "1\n"],
    ["a fraction", "1.0"],
    ["an exponent", "1e3"],
    ["hexadecimal", "0x1"],
    ["a separator", "1_000"],
    ["the suffix of a BigInt", "1n"],
    ["digits of another script", "١٢"],
    ["digits of full width", "１"],
    ["a name", "rex"],
  ])("%s is none (%j)", (_, text) => {
    expect(parsePetId(text)).toBeUndefined();
  });

  test("every int64 is parsed from its text, and nothing beyond", () => {
    fc.assert(
      fc.property(fc.bigInt(PET_ID_MIN, PET_ID_MAX), (id) => expect(parsePetId(String(id))).toBe(id)),
    );
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 25n), (distance) => {
        expect(parsePetId(String(PET_ID_MAX + distance))).toBeUndefined();
        expect(parsePetId(String(PET_ID_MIN - distance))).toBeUndefined();
      }),
    );
  });

  test("any text is either the canonical form of an id or invalid", () => {
    const nearlyNumber = fc.string({ unit: fc.constantFrom(..."0123456789-+ .e"), maxLength: 22 });
    fc.assert(
      fc.property(nearlyNumber, (text) => {
        const id = parsePetId(text);
        expect(id === undefined || String(id) === text).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("isQuantity", () => {
  test.each([0, -0, 1, 2_147_483_647])("%p is a quantity", (value) => {
    expect(isQuantity(value)).toBe(true);
  });

  test.each([
    [-1],
    [0.5],
    [2_147_483_648],
    [2_147_483_647.5],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ["1"],
    [1n],
    [null],
    [undefined],
    [true],
    [[1]],
  ])("%p is not", (value) => {
    expect(isQuantity(value)).toBe(false);
  });
});

test("only the three statuses are valid, in exact spelling", () => {
  expect(PET_STATUSES).toEqual(["available", "pending", "sold"]);
  for (const status of PET_STATUSES) expect(isPetStatus(status)).toBe(true);
  for (const other of ["Available", "sold ", "", "toString", 0, null, undefined, ["sold"]]) {
    expect(isPetStatus(other)).toBe(false);
  }
});

test("different states of an item have different tags", () => {
  expect(itemTag({ quantity: 12, status: "pending" })).toBe("12-pending");
  const stock = fc.record({
    quantity: fc.oneof(fc.nat(3), fc.constantFrom(QUANTITY_MAX, 10, 100)),
    status: fc.constantFrom(...PET_STATUSES),
  });
  fc.assert(
    fc.property(stock, stock, (a, b) => {
      const same = a.quantity === b.quantity && a.status === b.status;
      expect(itemTag(a) === itemTag(b)).toBe(same);
      expect(itemTag(a)).toMatch(/^(0|[1-9][0-9]*)-(available|pending|sold)$/);
    }),
  );
});
