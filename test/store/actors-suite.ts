// Who changed each pet between two commits, on every engine, against a plain walk over the ledger.

import { expect } from "bun:test";
import type { ActorPets } from "../../src/inventory/actors.ts";
import type { Movement, Origin } from "../../src/inventory/movement.ts";
import type { Position } from "../../src/inventory/position.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { applyInGroup, changeSet } from "./change-sets.ts";
import { databaseTests } from "./database-tests.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  importRows,
  KEY_ORIGIN,
  ledgerOf,
  positionOf,
  removePet,
  rows,
  setTo,
} from "./engine.ts";
import { createActingKeys } from "./keys-suite.ts";
import { label, put } from "./labels-suite.ts";
import { petsOf } from "./low-suite.ts";
import { pruneUpTo } from "./prune-suite.ts";
import { RandomChanges } from "./random-changes.ts";
import { undo } from "./undo-suite.ts";

/** A shop, and the key that replaced its key. */
const SHOP: Origin = { actor: "key:shop", keyId: "shop1", requestId: null };
const ROTATED: Origin = { ...SHOP, keyId: "shop2" };
const CLERK = { actor: "cli:clerk", keyId: null };
const TILL = { actor: "key:till", keyId: "key1" };

export function describeActors(engine: Engine): void {
  const test = databaseTests(engine);

  test("a pet that one actor changed is in its group, whatever it changed; one that several changed is in none", async (store) => {
    await store.commit([1n, 2n, 3n, 4n, 5n].map((petId) => createPet(petId, 1)));
    const since = await positionOf(store);
    await store.commit([setTo(5n, 2), setTo(1n, 2), setTo(2n, 2)]);
    await store.commit([setTo(1n, 3, { reason: "received" }), setTo(2n, 1, { by: COMMAND_ORIGIN })]);
    await put(store, [label(3n, { name: "Rex" }), label(77n, { kind: "cat" }), label(5n, { low: 1 })]);
    await store.commit([removePet(4n), createPet(9n, 1), removePet(9n)]);
    // Pet 2 has the quantity that it had, and pet 5 was changed by one and labelled by another.
    expect(await actorsOf(store, since)).toEqual([
      { ...TILL, petIds: [1n] },
      { ...CLERK, petIds: [3n, 4n, 9n, 77n] },
    ]);
  });

  test("only changes between the two commits count", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 1), createPet(3n, 1)]);
    const since = await positionOf(store);
    await store.commit([setTo(1n, 2), setTo(2n, 2)]);
    const to = await positionOf(store);
    await store.commit([setTo(2n, 3, { by: COMMAND_ORIGIN }), setTo(3n, 3)]);
    const groups = [{ ...TILL, petIds: [1n, 2n] }];
    expect(await store.actorsBetween({ since, to })).toEqual(groups);
    expect(await store.readActors({ since, to })).toEqual(groups);
    expect(await actorsOf(store, await positionOf(store))).toEqual([]);
  });

  test("keys of one name are different ones, also where one replaced the other", async (store) => {
    await store.commit([1n, 2n, 3n].map((petId) => createPet(petId, 1)));
    const since = await positionOf(store);
    await store.commit([setTo(1n, 2, { by: SHOP }), setTo(3n, 2, { by: SHOP })]);
    await store.commit([setTo(2n, 2, { by: ROTATED }), setTo(3n, 3, { by: ROTATED })]);
    const [{ actor, keyId: first }, { keyId: second }] = [SHOP, ROTATED];
    expect(await actorsOf(store, since)).toEqual([
      { actor, keyId: first, petIds: [1n] },
      { actor, keyId: second, petIds: [2n] },
    ]);
  });

  test("imports and undos are of those who asked for them", async (store) => {
    await createActingKeys(store, "shop1", "shop2");
    await store.commit([createPet(1n, 1), createPet(2n, 1), createPet(3n, 1)]);
    const since = await positionOf(store);
    await importRows(store, rows([1n, 5], [2n, 5], [4n, 5]), { replace: true, by: SHOP });
    const { revision } = await positionOf(store);
    expect(await actorsOf(store, since)).toEqual([
      { actor: SHOP.actor, keyId: "shop1", petIds: [1n, 2n, 3n, 4n] },
    ]);
    const imported = await positionOf(store);
    await undo(store, revision, { by: ROTATED });
    expect(await actorsOf(store, imported)).toEqual([
      { actor: SHOP.actor, keyId: "shop2", petIds: [1n, 2n, 3n, 4n] },
    ]);
    expect(await actorsOf(store, since)).toEqual([]);
  });

  test("many movements are read in pages, and each pet is judged by all of them", async (store) => {
    const count = 5_000;
    const all = (quantity: number) =>
      rows(...Array.from({ length: count }, (_, id) => [BigInt(count - id), quantity] as const));
    await importRows(store, all(1));
    const since = await positionOf(store);
    await importRows(store, all(2));
    await store.commit([setTo(1n, 3), setTo(4_999n, 3)]);
    const range = { since, to: await positionOf(store) };
    expect(await store.actorsBetween(range)).toBe("reload");
    const ids = Array.from({ length: count }, (_, id) => BigInt(id + 1));
    const alone = ids.filter((petId) => petId !== 1n && petId !== 4_999n);
    expect(await store.readActors(range)).toEqual([{ ...CLERK, petIds: alone }]);
  });

  test("a position that is not in the history, or that was pruned, is answered with reload", async (store, database) => {
    await store.commit([createPet(1n, 1)]);
    const since = await positionOf(store);
    await store.commit([setTo(1n, 2)]);
    const to = await positionOf(store);
    const [noSince, noTo] = [since, to].map((each) => ({ ...each, nonce: "0000000000000000" }));
    for (const range of [
      { since: noSince!, to },
      { since, to: noTo! },
    ]) {
      expect(await store.actorsBetween(range)).toBe("reload");
      expect(await store.readActors(range)).toBe("reload");
    }
    await pruneUpTo(database, 2);
    expect(await store.readActors({ since, to })).toBe("reload");
  });

  test("beyond 500,000 revisions no pet has an actor", async (store, database) => {
    await store.commit([createPet(1n, 1), setTo(1n, 2)]);
    const since = await positionOf(store);
    await store.commit([setTo(1n, 3)]);
    await database.tamper("UPDATE ledger_entry SET revision = 500003 WHERE revision = 3");
    await database.tamper("UPDATE commit_mark SET revision = 500003 WHERE revision = 3");
    expect(await store.readActors({ since, to: await positionOf(store) })).toEqual([]);
  });

  test(`random changes by several: each pair of commits gives what a walk over the ledger gives (seed ${SEED})`, async (store) => {
    const number = randomFrom(SEED);
    const random = new RandomChanges(number);
    const positions: Position[] = [await positionOf(store)];
    for (let i = 0; i < sized({ quick: 24, hours: 120 }); i += 1) {
      const by = [KEY_ORIGIN, SHOP, ROTATED, COMMAND_ORIGIN][random.below(4)]!;
      await applyInGroup(store, changeSet(random.changes(await petsOf(store), 4), { by }));
      positions.push(await positionOf(store));
    }
    const movements = await ledgerOf(store);
    for (const [i, since] of positions.entries())
      for (const to of positions.slice(i))
        expect(await store.actorsBetween({ since, to })).toEqual(
          walk(movements, since.revision, to.revision),
        );
  }, 60_000);
}

/** From the position to now. */
async function actorsOf(store: InventoryStore, since: Position) {
  const range = { since, to: await positionOf(store) };
  const actors = await store.actorsBetween(range);
  expect(await store.readActors(range)).toEqual(actors);
  return actors;
}

/** By looking at every pet. */
function walk(movements: readonly Movement[], since: number, to: number): ActorPets[] {
  const inRange = movements.filter(({ revision }) => revision > since && revision <= to);
  const petIds = [...new Set(inRange.map(({ petId }) => petId))].toSorted((a, b) => Number(a - b));
  const groups = new Map<string, bigint[]>();
  for (const petId of petIds) {
    const own = inRange.filter((each) => each.petId === petId);
    const origins = [...new Set(own.map(({ by }) => JSON.stringify([by.actor, by.keyId])))];
    if (origins.length === 1) groups.set(origins[0]!, [...(groups.get(origins[0]!) ?? []), petId]);
  }
  return [...groups].map(([name, ids]) => {
    const [actor, keyId] = JSON.parse(name) as [string, string | null];
    return { actor, keyId, petIds: ids };
  });
}
