// Changes of several pets before they are sent.

import { expect, test } from "bun:test";
import { changeOf, inverseOf, planOf, planTitle } from "../../src/dashboard/inventory/planned-changes.ts";
import { pet } from "./pet-table.ts";

const PETS = [pet(1, 5), pet(2, 0, "sold"), pet(3, 2_147_483_640)];

test("a quantity is set where it differs, guarded with what the preview showed", () => {
  const plan = planOf(PETS, { kind: "set", quantity: 5 });
  expect([plan.changes.length, plan.unchanged, plan.problems]).toEqual([2, 1, []]);
  expect(plan.changes.map(changeOf)).toEqual([
    { petId: 2n, quantity: 5, ifMatch: '"0-sold"' },
    { petId: 3n, quantity: 5, ifMatch: '"2147483640-available"' },
  ]);
});

test("an adjustment keeps what others do meanwhile; pets out of range are problems", () => {
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

test("a status is set, and pets are removed, each guarded", () => {
  expect(planOf(PETS, { kind: "status", status: "sold" }).changes.map(changeOf)).toEqual([
    { petId: 1n, status: "sold", ifMatch: '"5-available"' },
    { petId: 3n, status: "sold", ifMatch: '"2147483640-available"' },
  ]);
  expect(planOf(PETS.slice(0, 1), { kind: "remove" }).changes.map(changeOf)).toEqual([
    { petId: 1n, remove: true, ifMatch: '"5-available"' },
  ]);
});

test("quantity and status at once have no form in a change set", () => {
  expect(changeOf({ from: pet(1, 5), to: pet(1, 6, "sold") })).toBeUndefined();
});

test("titles say what was done", () => {
  expect([
    planTitle({ kind: "set", quantity: 1000 }, 2),
    planTitle({ kind: "adjust", by: -2 }, 1),
    planTitle({ kind: "status", status: "sold" }, 3),
    planTitle({ kind: "remove" }, 1200),
  ]).toEqual(["2 pets set to 1,000", "1 pet changed by −2", "3 pets set to sold", "1,200 pets removed"]);
});

test("changes are taken back, each guarded with what it left, unless they are too many", () => {
  const changes = [
    ...planOf(PETS.slice(0, 1), { kind: "adjust", by: -2 }).changes,
    ...planOf(PETS.slice(1, 2), { kind: "status", status: "available" }).changes,
    ...planOf(PETS.slice(2), { kind: "remove" }).changes,
  ];
  expect(inverseOf(changes)).toEqual([
    { petId: 1n, quantity: 5, ifMatch: '"3-available"' },
    { petId: 2n, status: "sold", ifMatch: '"0-available"' },
    { petId: 3n, quantity: 2_147_483_640, status: "available", create: true },
  ]);
  expect(inverseOf(Array.from({ length: 1_001 }, () => changes[0]!))).toBeUndefined();
  expect(inverseOf([{ from: pet(1, 5), to: pet(1, 6, "sold") }])).toBeUndefined();
});
