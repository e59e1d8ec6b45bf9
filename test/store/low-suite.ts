// Pets that have become low, on every engine, against a plain walk over the ledger.

import { expect } from "bun:test";
import type { LowStock } from "../../src/inventory/became-low.ts";
import type { Stock } from "../../src/inventory/item.ts";
import { isLow } from "../../src/inventory/low-stock.ts";
import type { Movement } from "../../src/inventory/movement.ts";
import type { Position } from "../../src/inventory/position.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { applyInGroup, changeSet } from "./change-sets.ts";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, itemsOf, ledgerOf, positionOf, removePet, setTo } from "./engine.ts";
import { allOf, label, put } from "./labels-suite.ts";
import { RandomChanges } from "./random-changes.ts";

export function describeLow(engine: Engine): void {
  const test = databaseTests(engine);

  test("a pet that falls to its low quantity has become low, once, with what it is called", async (store) => {
    await store.commit([createPet(1n, 5), createPet(2n, 5)]);
    await put(store, [label(1n, { name: "Rex", code: "007", low: 2 })]);
    const since = await positionOf(store);
    await store.commit([setTo(1n, 3), setTo(2n, 0)]);
    const above = await positionOf(store);
    await store.commit([setTo(1n, 2)]);
    const low = await positionOf(store);
    await store.commit([setTo(1n, 1)]);
    const lower = await positionOf(store);
    const rex = { petId: 1n, status: "available", low: 2, name: "Rex", kind: null, code: "007" } as const;
    expect(await store.becameLow({ since, to: above })).toEqual([]);
    expect(await store.becameLow({ since, to: low })).toEqual([{ ...rex, quantity: 2 }]);
    expect(await store.becameLow({ since, to: lower })).toEqual([{ ...rex, quantity: 1 }]);
    expect(await store.becameLow({ since: low, to: lower })).toEqual([]);
  });

  test("one that recovered in between is low again; one that recovered, was sold or removed is not", async (store) => {
    await store.commit([1n, 2n, 3n, 4n].map((petId) => createPet(petId, 1)));
    await put(
      store,
      [1n, 2n, 3n, 4n].map((petId) => label(petId, { low: 2 })),
    );
    const since = await positionOf(store);
    await store.commit([setTo(1n, 3), setTo(2n, 3), setTo(3n, 3), setTo(4n, 3)]);
    await store.commit([setTo(1n, 2), setTo(3n, 1, { status: "sold" }), removePet(4n)]);
    const found = await store.becameLow({ since, to: await positionOf(store) });
    expect(found).toMatchObject([{ petId: 1n, quantity: 2 }]);
    expect(found).toHaveLength(1);
  });

  test("a position that is not in the history, or that was pruned, is answered with reload", async (store) => {
    await store.commit([createPet(1n, 1)]);
    const position = await positionOf(store);
    const other = { ...position, nonce: "0000000000000000" };
    expect(await store.becameLow({ since: other, to: position })).toBe("reload");
    expect(await store.becameLow({ since: position, to: other })).toBe("reload");
    expect(await store.becameLow({ since: position, to: position })).toEqual([]);
  });

  test(`random changes of stock and labels: each pair of commits gives what a walk over the ledger gives (seed ${SEED})`, async (store) => {
    const random = new RandomChanges(randomFrom(SEED));
    const positions: Position[] = [await positionOf(store)];
    for (let i = 0; i < sized({ quick: 24, hours: 120 }); i += 1) {
      await applyInGroup(store, changeSet(random.changes(await petsOf(store), 4)));
      positions.push(await positionOf(store));
    }
    const movements = await ledgerOf(store);
    for (const [i, since] of positions.entries())
      for (const to of positions.slice(i)) {
        const found = await store.becameLow({ since, to });
        if (found === "reload") throw new Error("a commit was not found");
        const wanted = walk(movements, [since.revision, to.revision]);
        expect(found.map(({ petId, quantity, status, low }) => ({ petId, quantity, status, low }))).toEqual(
          wanted,
        );
      }
  }, 60_000);
}

/** Stock and labels as they are. */
export async function petsOf(store: Parameters<typeof itemsOf>[0]) {
  const items = await itemsOf(store);
  const labels = new Map((await allOf(store.labels)).map((each) => [each.petId, each]));
  return new Map(
    items.map(({ petId, ...stock }) => [petId, { stock, label: labels.get(petId) ?? null, revision: 0 }]),
  );
}

interface State {
  readonly stock: Stock | null;
  readonly low: number | null;
}

/** By looking at every pet after each revision. */
function walk(movements: readonly Movement[], [since, to]: [number, number]): LowStock[] {
  const states = new Map<bigint, State>();
  const wasFine = new Set<bigint>();
  const all = [...new Set(movements.map(({ petId }) => petId))];
  const note = () =>
    all.filter((petId) => !isLowNow(states.get(petId))).forEach((petId) => wasFine.add(petId));
  const ordered = movements.toSorted((a, b) => a.revision - b.revision || Number(a.petId - b.petId));
  for (let revision = 0; revision <= to; revision += 1) {
    for (const { petId, after, label: change } of ordered.filter((each) => each.revision === revision))
      states.set(petId, {
        stock: after,
        low: change === undefined ? (states.get(petId)?.low ?? null) : (change.after?.low ?? null),
      });
    if (revision >= since) note();
  }
  const touched = new Set(
    ordered.filter((each) => each.revision > since && each.revision <= to).map(({ petId }) => petId),
  );
  return [...touched]
    .filter((petId) => wasFine.has(petId) && isLowNow(states.get(petId)))
    .map((petId) => {
      const { stock, low } = states.get(petId) as { stock: Stock; low: number };
      return { petId, ...stock, low };
    });
}

function isLowNow(state: State | undefined): boolean {
  return (
    state !== undefined && state.stock !== null && isLow(state.stock.quantity, state.stock.status, state.low)
  );
}
