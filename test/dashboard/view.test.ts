// Views: filters, sort order, and their form in the address.

import { describe, expect, test } from "bun:test";
import {
  ALL,
  AVAILABLE_NONE_LEFT,
  FIRST_VIEW,
  IN_STOCK,
  isFiltered,
  isPreset,
  LOW,
  NONE_LEFT,
  SOLD_IN_STOCK,
  togglePreset,
  toggleSort,
  toggleStatus,
  type View,
  WHOLE_VIEW,
  withPreset,
} from "../../src/dashboard/state/view.ts";
import { queryFromView, viewFromQuery } from "../../src/dashboard/data/view-query.ts";
import { pet, tableOf, viewOf } from "./pet-table.ts";

const ROWS = [pet(-7, 0), pet(12, 3, "sold"), pet(123, 5), pet(9007199254740993n, 2_147_483_647, "pending")];

async function idsOf(view: View): Promise<string> {
  const { shown } = viewOf(tableOf(ROWS));
  shown.show(view);
  await shown.untilComplete();
  return shown.ids().join(" ");
}

test("the first view is what is in stock; a search, or bounds of the quantity, look in all pets", async () => {
  expect(await idsOf(FIRST_VIEW)).toBe("12 123 9007199254740993");
  expect(await idsOf({ ...FIRST_VIEW, statuses: ["available"] })).toBe("123");
  expect(await idsOf({ ...FIRST_VIEW, search: "7" })).toBe("-7 9007199254740993");
  expect(await idsOf({ ...FIRST_VIEW, quantityMax: 3 })).toBe("-7 12");
});

test("an id is found with the leading zeros of a barcode", async () => {
  expect(await idsOf({ ...FIRST_VIEW, search: "0000000000000000000123" })).toBe("123");
  expect(await idsOf({ ...FIRST_VIEW, search: "-007" })).toBe("-7");
});

describe("the address", () => {
  test("contains what differs from the whole inventory, and restores it", () => {
    const views: readonly [Partial<View>, string][] = [
      [FIRST_VIEW, ""],
      [{}, "?stock=all"],
      [{ ...FIRST_VIEW, search: "-90" }, "?q=-90"],
      [{ search: "Bella & co" }, "?q=Bella%20%26%20co&stock=all"],
      [{ ...FIRST_VIEW, search: "señor dog" }, "?q=se%C3%B1or%20dog"],
      [{ ...FIRST_VIEW, low: true, sort: { by: "name", descending: false } }, "?low=1&sort=name"],
      [{ statuses: ["available", "sold"], quantityMin: 0 }, "?stock=all&status=available,sold&min=0"],
      [
        { quantityMax: 2_147_483_647, sort: { by: "quantity", descending: true } },
        "?stock=all&max=2147483647&sort=-quantity",
      ],
      [{ sort: { by: "petId", descending: true } }, "?stock=all&sort=-petId"],
    ];
    for (const [view, address] of views) {
      expect(queryFromView({ ...WHOLE_VIEW, ...view })).toBe(address);
      expect(viewFromQuery(address)).toEqual({ ...WHOLE_VIEW, ...view });
    }
  });

  test("ignores invalid parameters", () => {
    const query = "?status=lost&min=-1&max=1e9&sort=price&stock=some&low=yes&key=secret";
    expect(viewFromQuery(query)).toEqual(FIRST_VIEW);
    expect(viewFromQuery(`?q=${"a".repeat(1000)}`).search).toHaveLength(200);
  });
});

test("chips, presets and sort orders toggle", () => {
  const sold = toggleStatus(WHOLE_VIEW, "sold");
  expect(sold.statuses).toEqual(["sold"]);
  expect(toggleStatus(toggleStatus(sold, "available"), "pending").statuses).toEqual([]);
  for (const preset of [NONE_LEFT, LOW, AVAILABLE_NONE_LEFT, SOLD_IN_STOCK]) {
    const on = togglePreset(FIRST_VIEW, preset);
    expect([isPreset(FIRST_VIEW, preset), isPreset(on, preset)]).toEqual([false, true]);
    expect(togglePreset(on, preset)).toEqual(FIRST_VIEW);
  }
  const orders = ["quantity", "quantity", "quantity"] as const;
  const sorts = orders.map((_, times) =>
    orders.slice(0, times + 1).reduce((view, by) => toggleSort(view, by), WHOLE_VIEW),
  );
  expect(sorts.map(({ sort }) => `${sort.by} ${sort.descending}`)).toEqual([
    "quantity false",
    "quantity true",
    "petId false",
  ]);
});

test("while a search goes on, the choice of stock keeps it and restricts it", async () => {
  const searching = { ...FIRST_VIEW, search: "12" };
  expect([IN_STOCK, NONE_LEFT, ALL].map((preset) => isPreset(searching, preset))).toEqual([
    false,
    false,
    true,
  ]);
  const inStock = withPreset(searching, IN_STOCK);
  expect(isPreset(inStock, IN_STOCK)).toBe(true);
  expect(await idsOf(inStock)).toBe("12 123");
  expect(await idsOf(withPreset({ ...searching, search: "7" }, NONE_LEFT))).toBe("-7");
});

test("only a view of all pets is not filtered", () => {
  expect([WHOLE_VIEW, FIRST_VIEW, { ...WHOLE_VIEW, low: true }].map(isFiltered)).toEqual([false, true, true]);
});
