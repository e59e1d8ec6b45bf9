// An item's JSON and tag are read back as written, and no other text is accepted.

import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { itemETag, stockOfETag } from "../../src/contract/item-etag.ts";
import { itemJson, parseItemJson } from "../../src/contract/item-json.ts";
import { type InventoryItem, PET_STATUSES, QUANTITY_MAX } from "../../src/inventory/item.ts";

const items: fc.Arbitrary<InventoryItem> = fc.record({
  petId: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  quantity: fc.integer({ min: 0, max: QUANTITY_MAX }),
  status: fc.constantFrom(...PET_STATUSES),
});

describe("an item", () => {
  test("is read back from its JSON, whose members have the contract's order", () => {
    fc.assert(
      fc.property(items, (item) => {
        const { petId, quantity, status } = item;
        expect(itemJson(item)).toBe(`{"petId":${petId},"quantity":${quantity},"status":"${status}"}`);
        expect(parseItemJson(itemJson(item))).toEqual(item);
      }),
    );
  });

  test("is read back from its tag", () => {
    fc.assert(
      fc.property(items, (item) =>
        expect(stockOfETag(itemETag(item))).toEqual({ quantity: item.quantity, status: item.status }),
      ),
    );
  });

  test("is the same with its members in another order, or with more of them", () => {
    const item: InventoryItem = { petId: -7n, quantity: 999_999_999, status: "sold" };
    for (const text of [
      '{"status":"sold","petId":-7,"quantity":999999999}',
      '{"petId":-7.0,"quantity":999999999e0,"status":"sold","name":"Rex"}',
    ]) {
      expect(parseItemJson(text)).toEqual(item);
    }
  });
});

describe("a text is not accepted as", () => {
  test.each([
    "null",
    "[]",
    "1",
    "1.5",
    '"x"',
    '{"petId":1,"quantity":1}',
    '{"petId":1,"quantity":1,"status":"gone"}',
  ])("an item: %p", (text) => expect(parseItemJson(text)).toBeUndefined());

  test.each([
    "",
    "1-available",
    '"available"',
    '"-1-available"',
    '"1.5-available"',
    '"2147483648-available"',
    '"1-gone"',
    'W/"1-available"',
    '"1-available", "2-available"',
  ])("an item's tag: %p", (text) => expect(stockOfETag(text)).toBeUndefined());
});
