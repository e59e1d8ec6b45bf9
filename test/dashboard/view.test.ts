// Views: filters, sort order, and their form in the address.

import { describe, expect, test } from "bun:test";
import type { InventoryItem } from "../../src/contract/item-json.ts";
import { selectRows } from "../../src/dashboard/model/select-rows.ts";
import {
  PRESETS,
  togglePreset,
  toggleSort,
  toggleStatus,
  type View,
  WHOLE_VIEW,
} from "../../src/dashboard/model/view.ts";
import { queryFromView, viewFromQuery } from "../../src/dashboard/model/view-query.ts";

const STATUSES = ["available", "pending", "sold"] as const;
const NONE_HELD = new Map<bigint, InventoryItem>();

const ROWS: readonly InventoryItem[] = [
  { petId: -7n, quantity: 0, status: "available" },
  { petId: 12n, quantity: 3, status: "sold" },
  { petId: 123n, quantity: 5, status: "available" },
  { petId: 9007199254740993n, quantity: 2_147_483_647, status: "pending" },
];

function idsOf(view: Partial<View>, held = NONE_HELD): string {
  return selectRows(ROWS, { ...WHOLE_VIEW, ...view }, held)
    .items.map(({ petId }) => petId)
    .join(" ");
}

test("rows are filtered by part of their id, by status and by quantity", () => {
  expect(idsOf({})).toBe("-7 12 123 9007199254740993");
  expect(idsOf({ search: "12" })).toBe("12 123");
  expect(idsOf({ search: "0993" })).toBe("9007199254740993");
  expect(idsOf({ statuses: ["sold", "pending"] })).toBe("12 9007199254740993");
  expect(idsOf({ quantityMin: 1, quantityMax: 5 })).toBe("12 123");
  expect(idsOf({ quantityMax: 0, statuses: ["available"] })).toBe("-7");
});

test("the counts by status apply every filter except the status filter", () => {
  const view: View = { ...WHOLE_VIEW, statuses: ["sold"], quantityMin: 1 };
  expect(selectRows(ROWS, view, NONE_HELD).counts).toEqual({ available: 1, pending: 1, sold: 1 });
});

test("sorting is exact up to the largest quantity, and stable", () => {
  expect(idsOf({ sort: { by: "petId", descending: true } })).toBe("9007199254740993 123 12 -7");
  expect(idsOf({ sort: { by: "quantity", descending: false } })).toBe("-7 12 123 9007199254740993");
  expect(idsOf({ sort: { by: "quantity", descending: true } })).toBe("9007199254740993 123 12 -7");
  expect(idsOf({ sort: { by: "status", descending: false } })).toBe("-7 123 9007199254740993 12");
  expect(idsOf({ sort: { by: "status", descending: true } })).toBe("12 9007199254740993 -7 123");
});

test("a held row keeps its place when its quantity changes", () => {
  const held = new Map(ROWS.slice(1, 2).map((row) => [row.petId, { ...row, quantity: 0 }]));
  expect(idsOf({ quantityMax: 0 }, held)).toBe("-7 12");
  expect(idsOf({ sort: { by: "quantity", descending: true } }, held)).toBe("9007199254740993 123 -7 12");
});

test("100,000 rows are sorted like with a stable sort", () => {
  const rows = Array.from({ length: 100_000 }, (_, at): InventoryItem => ({
    petId: BigInt(at),
    quantity: (at * 7919) % 501,
    status: STATUSES[at % 3]!,
  }));
  const view: View = { ...WHOLE_VIEW, sort: { by: "quantity", descending: true } };
  const wanted = rows.toSorted((a, b) => b.quantity - a.quantity);
  expect(selectRows(rows, view, NONE_HELD).items).toEqual(wanted);
});

describe("the address", () => {
  test("contains what differs from the whole inventory, and restores it", () => {
    const views: readonly [Partial<View>, string][] = [
      [{}, ""],
      [{ search: "-90" }, "?q=-90"],
      [{ statuses: ["available", "sold"], quantityMin: 0 }, "?status=available,sold&min=0"],
      [
        { quantityMax: 2_147_483_647, sort: { by: "quantity", descending: true } },
        "?max=2147483647&sort=-quantity",
      ],
      [{ sort: { by: "petId", descending: true } }, "?sort=-petId"],
    ];
    for (const [view, address] of views) {
      expect(queryFromView({ ...WHOLE_VIEW, ...view })).toBe(address);
      expect(viewFromQuery(address)).toEqual({ ...WHOLE_VIEW, ...view });
    }
  });

  test("ignores invalid parameters", () => {
    expect(viewFromQuery("?q=abc&status=lost&min=-1&max=1e9&sort=name&key=secret")).toEqual(WHOLE_VIEW);
  });
});

test("chips, presets and sort orders toggle", () => {
  const sold = toggleStatus(WHOLE_VIEW, "sold");
  expect(sold.statuses).toEqual(["sold"]);
  expect(toggleStatus(toggleStatus(sold, "available"), "pending").statuses).toEqual([]);
  for (const preset of PRESETS) {
    const on = togglePreset({ ...WHOLE_VIEW, search: "7" }, preset);
    expect([on.search, on.statuses]).toEqual(["7", preset.statuses]);
    expect(togglePreset(on, preset)).toEqual({ ...WHOLE_VIEW, search: "7" });
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
