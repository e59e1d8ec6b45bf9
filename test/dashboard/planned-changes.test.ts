// Changes of several pets before they are sent.

import { expect, test } from "bun:test";
import type { PetStatus, Stock } from "../../src/contract/item-json.ts";
import {
  changeOf,
  inverseOf,
  type PlannedAction,
  planOf,
  planTitle,
} from "../../src/dashboard/inventory/planned-changes.ts";
import { pet } from "./pet-table.ts";

const PETS = [pet(1, 5), pet(2, 0, "sold"), pet(3, 2_147_483_640)];

test("a quantity, a status or a removal is of each pet: the service says which of them change", () => {
  const changesOf = (action: PlannedAction) => planOf(PETS.slice(0, 2), action).changes.map(changeOf);
  expect(changesOf({ kind: "set", quantity: 5 })).toEqual([
    { petId: 1n, quantity: 5 },
    { petId: 2n, quantity: 5 },
  ]);
  expect(changesOf({ kind: "status", status: "sold" })).toEqual([
    { petId: 1n, status: "sold" },
    { petId: 2n, status: "sold" },
  ]);
  expect(changesOf({ kind: "remove" })).toEqual([
    { petId: 1n, remove: true },
    { petId: 2n, remove: true },
  ]);
});

test("an adjustment is a difference; pets that it brings out of range are problems", () => {
  const less = planOf(PETS, { kind: "adjust", by: -2 });
  expect(less.changes.map(changeOf)).toEqual([
    { petId: 1n, by: -2 },
    { petId: 3n, by: -2 },
  ]);
  expect(less.problems).toEqual([{ where: "Pet 2", text: "Only 0 in stock" }]);
  expect(planOf(PETS, { kind: "adjust", by: 9 }).problems).toEqual([
    { where: "Pet 3", text: "2,147,483,649 is more than the maximum of 2,147,483,647" },
  ]);
});

test("quantity and status at once have no form in a change set", () => {
  expect(changeOf({ petId: 1n, quantity: 6, status: "sold" })).toBeUndefined();
});

test("titles say what was done", () => {
  expect([
    planTitle({ kind: "set", quantity: 1000 }, 2),
    planTitle({ kind: "adjust", by: -2 }, 1),
    planTitle({ kind: "status", status: "sold" }, 3),
    planTitle({ kind: "remove" }, 1200),
  ]).toEqual(["2 pets set to 1,000", "1 pet changed by −2", "3 pets set to sold", "1,200 pets removed"]);
});

const NOTHING = {
  revision: 1,
  position: "",
  created: 0,
  updated: 0,
  removed: 0,
  relabelled: 0,
  unchanged: 0,
  dryRun: true,
};
const LISTS = { created: [], updated: [], removed: [], relabelled: [], unchanged: [] };

test("what a preview shows is taken back, each pet guarded with what it left", () => {
  const updated = [
    { petId: 1n, before: stock(5), after: stock(3) },
    { petId: 2n, before: stock(0, "sold"), after: stock(0) },
  ];
  const removed = [{ petId: 3n, before: stock(7), after: null }];
  const previewed = { ...NOTHING, updated: 2, removed: 1, preview: { ...LISTS, updated, removed } };
  expect(inverseOf(previewed)).toEqual([
    { petId: 1n, quantity: 5, ifMatch: '"3-available"' },
    { petId: 2n, status: "sold", ifMatch: '"0-available"' },
    { petId: 3n, quantity: 7, status: "available", create: true },
  ]);
});

test("nothing is taken back where the preview shows only the first pets, or a pet changes in two ways", () => {
  const updated = [{ petId: 1n, before: stock(5), after: stock(6, "sold") }];
  const preview = { ...LISTS, updated };
  expect(inverseOf({ ...NOTHING, updated: 1, preview })).toBeUndefined();
  const shown = { ...LISTS, updated: [{ petId: 1n, before: stock(5), after: stock(6) }] };
  expect(inverseOf({ ...NOTHING, updated: 2, preview: shown })).toBeUndefined();
});

function stock(quantity: number, status: PetStatus = "available"): Stock {
  return { quantity, status };
}
