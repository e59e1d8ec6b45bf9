// Preconditions (If-Match), on every engine: a change with a tag is applied only if the pet still has that tag.

import { expect } from "bun:test";
import { itemTag } from "../../src/inventory/item.ts";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, expectConsistent, item, itemsOf, positionOf, setTo } from "./engine.ts";

export function describePreconditions(engine: Engine): void {
  const test = databaseTests(engine);

  test("a change is applied if one of its tags is the pet's", async (store) => {
    await store.commit([createPet(1n, 2, "pending")]);
    const precondition = { anyTagOf: ["2-available", "3-pending", "2-pending"] };
    expect(await store.commit([setTo(1n, 9, { precondition })])).toEqual([
      { kind: "updated", item: item(1n, 9, "pending"), revision: 2 },
    ]);
  });

  test.each([
    ["another quantity's", ["1-available", "3-available"]],
    ["another status's", ["2-sold"]],
    ["no tag at all", []],
    ["something like it", ["2-Available", " 2-available", "02-available", "2", '"2-available"']],
  ])("%s tag fails, with the pet as it is", async ({ store }, _, anyTagOf) => {
    await store.commit([createPet(1n, 2)]);
    expect(await store.commit([setTo(1n, 9, { precondition: { anyTagOf } })])).toEqual([
      { kind: "precondition_failed", item: item(1n, 2) },
    ]);
    expect(await itemsOf(store)).toEqual([item(1n, 2)]);
  });

  test("a stale tag fails even if the pet already has the wanted quantity", async (store) => {
    await store.commit([createPet(1n, 2)]);
    const precondition = { anyTagOf: ["3-available"] };
    expect(await store.commit([setTo(1n, 2, { precondition })])).toEqual([
      { kind: "precondition_failed", item: item(1n, 2) },
    ]);
  });

  test("'exists' holds for every existing pet, and creates none", async (store) => {
    await store.commit([createPet(1n, 2)]);
    const precondition = "exists";
    expect(
      await store.commit([
        setTo(1n, 3, { precondition }),
        setTo(2n, 3, { precondition }),
        setTo(2n, 3, { precondition, create: true }),
        setTo(2n, 3, { precondition: { anyTagOf: ["0-available"] }, create: true }),
      ]),
    ).toEqual([
      { kind: "updated", item: item(1n, 3), revision: 2 },
      { kind: "not_found" },
      { kind: "not_found" },
      { kind: "not_found" },
    ]);
    expect(await itemsOf(store)).toEqual([item(1n, 3)]);
  });

  test("of two changes with the same tag in one group the first is applied, and the second is refused", async (store) => {
    await store.commit([createPet(1n, 2)]);
    const precondition = { anyTagOf: ["2-available"] };
    expect(await store.commit([setTo(1n, 1, { precondition }), setTo(1n, 1, { precondition })])).toEqual([
      { kind: "updated", item: item(1n, 1), revision: 2 },
      { kind: "precondition_failed", item: item(1n, 1) },
    ]);
    expect((await positionOf(store)).revision).toBe(2);
  });

  test("of two stores that commit with the same tag at once exactly one succeeds, every time", async (store, database) => {
    const rivals = [store, await database.open()];
    await store.commit([createPet(1n, 0)]);
    for (let quantity = 1; quantity <= 30; quantity++) {
      const precondition = { anyTagOf: [itemTag(item(1n, quantity - 1))] };
      const outcomes = await Promise.all(
        rivals.map((rival) => rival.commit([setTo(1n, quantity, { precondition })])),
      );
      expect(outcomes.map(([outcome]) => outcome?.kind).toSorted()).toEqual([
        "precondition_failed",
        "updated",
      ]);
    }
    expect(await itemsOf(store)).toEqual([item(1n, 30)]);
    expect((await positionOf(store)).revision).toBe(31);
    await expectConsistent(store);
  });
}
