// The table's layout: by its width in letters.

import { expect, test } from "bun:test";
import { type ColumnNeeds, tableLayout } from "../../src/dashboard/inventory/table-layout.ts";

const FACTS = { widthPx: 1040, remPx: 15, isCoarse: false, hasLabels: true, needs: needs({}) };

/** As measured with a usual font and short names. */
function needs(other: Partial<ColumnNeeds>): ColumnNeeds {
  return { petId: 75, name: 150, kind: 120, quantity: 90, status: 120, ...other };
}

test.each([
  ["a large screen", {}, "wide", 40, "select petId name kind quantity status changed"],
  ["beside a panel", { widthPx: 690 }, "medium", 40, "select petId name quantity status changed"],
  ["19 digits", { needs: needs({ petId: 360 }) }, "medium", 40, "select petId name quantity status changed"],
  ["a phone", { widthPx: 370 }, "narrow", 60, "select petId name kind quantity status changed"],
  ["text of 200 %", { remPx: 30 }, "narrow", 120, "select petId name kind quantity status changed"],
  [
    "a tablet, with fingers",
    { widthPx: 1040, isCoarse: true },
    "wide",
    48,
    "select petId name kind quantity status changed",
  ],
  [
    "text of 200 % on a phone",
    { widthPx: 350, remPx: 30 },
    "tiny",
    168,
    "select petId name kind quantity status changed",
  ],
  ["no labels", { hasLabels: false }, "wide", 40, "select petId quantity status changed"],
  [
    "no labels on a phone",
    { hasLabels: false, widthPx: 370 },
    "narrow",
    40,
    "select petId quantity status changed",
  ],
  ["not measured yet", { widthPx: 0 }, "wide", 40, "select petId name kind quantity status changed"],
] as const)("%s", (_, facts, kind, rowPx, columns) => {
  const layout = tableLayout({ ...FACTS, ...facts });
  expect([layout.kind, layout.rowPx, layout.columns.join(" ")]).toEqual([kind, rowPx, columns]);
});

test("a table of medium width with long names still has room for who changed a pet, and when", () => {
  const { widths } = tableLayout({ ...FACTS, widthPx: 735, needs: needs({ name: 300, kind: 200 }) });
  // In shares of the 409 pixels that id, quantity, status and the boxes of the selection leave.
  expect([widths.name, widths.changed]).toEqual(["245fr", "164fr"]);
});
