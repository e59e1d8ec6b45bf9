// Written items are read back exactly, whatever the items and pages.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { itemJson } from "../../src/contract/item-json.ts";
import {
  type InventoryItem,
  PET_ID_MAX,
  PET_ID_MIN,
  PET_STATUSES,
  QUANTITY_MAX,
} from "../../src/inventory/item.ts";
import { TRANSFER_FORMATS, type TransferFormat } from "../../src/transfer/format.ts";
import { openRowWriter } from "../../src/transfer/write-rows.ts";
import { itemsOf, readAll } from "./read-all.ts";

const EDGES = [
  PET_ID_MIN,
  PET_ID_MIN + 1n,
  -(2n ** 53n) - 1n,
  -1n,
  0n,
  1n,
  2n ** 53n + 1n,
  PET_ID_MAX - 1n,
  PET_ID_MAX,
];

const item: fc.Arbitrary<InventoryItem> = fc.record({
  petId: fc.oneof(fc.constantFrom(...EDGES), fc.bigInt({ min: PET_ID_MIN, max: PET_ID_MAX })),
  quantity: fc.oneof(fc.constantFrom(0, QUANTITY_MAX), fc.nat(QUANTITY_MAX)),
  status: fc.constantFrom(...PET_STATUSES),
});
const pages = fc.array(fc.array(item, { maxLength: 20 }), { maxLength: 5 });

describe.each([...TRANSFER_FORMATS])("%s", (format) => {
  test("every inventory is read back item for item, in its order", async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (written) => {
        const { rows, problems } = await readAll(textOf(written, format), format);
        expect(problems).toEqual([]);
        expect(itemsOf(rows)).toStrictEqual(written.flat());
      }),
      { numRuns: 300 },
    );
  });

  test("the text does not depend on the pages", () => {
    fc.assert(
      fc.property(pages, (written) => {
        expect(textOf(written, format)).toBe(textOf([written.flat()], format));
      }),
    );
  });

  test("twenty thousand rows are read back, each with its line", async () => {
    const items = Array.from({ length: 20_000 }, (_, i): InventoryItem => {
      return { petId: PET_ID_MAX - BigInt(i), quantity: i, status: "sold" };
    });
    const { rows, problems } = await readAll(textOf([items], format), format);
    expect(problems).toEqual([]);
    const firstLine = { csv: 2, ndjson: 1, json: undefined }[format];
    expect(rows).toEqual(
      items.map((one, i) => ({ ...one, line: firstLine === undefined ? 1 : i + firstLine })),
    );
  });
});

test("a JSON export is, byte for byte, the list that the API answers", () => {
  const items: InventoryItem[] = [
    { petId: 1n, quantity: 2, status: "sold" },
    { petId: 2n ** 53n + 1n, quantity: 0, status: "pending" },
  ];
  expect(textOf([items], "json")).toBe(`[${items.map(itemJson).join(",")}]`);
  expect(textOf([], "json")).toBe("[]");
});

test("a CSV export has a header and a line for each item, an NDJSON export only lines", () => {
  const items: InventoryItem[] = [{ petId: -5n, quantity: 2, status: "available" }];
  expect(textOf([items], "csv")).toBe("petId,quantity,status\n-5,2,available\n");
  expect(textOf([items], "ndjson")).toBe('{"petId":-5,"quantity":2,"status":"available"}\n');
  expect(textOf([[]], "csv")).toBe("petId,quantity,status\n");
});

function textOf(written: readonly (readonly InventoryItem[])[], format: TransferFormat): string {
  const writer = openRowWriter(format);
  return written.map((page) => writer.page(page)).join("") + writer.end();
}
