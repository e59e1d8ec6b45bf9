// Catching up, on every engine: exactly what happened since a position, or `reload`.

import { expect } from "bun:test";
import { type InventoryItem, PET_ID_MAX, PET_ID_MIN } from "../../src/inventory/item.ts";
import type { ChangesSince, InventoryStore } from "../../src/inventory/store.ts";
import type { Position } from "../../src/inventory/position.ts";
import { ClientCopy } from "./client-copy.ts";
import { databaseTests } from "./database-tests.ts";
import {
  createPet,
  type Engine,
  expectNoChangeSince,
  importRows,
  item,
  itemsOf,
  positionOf,
  rows,
  setTo,
  TestDatabase,
} from "./engine.ts";

export function describeChanges(engine: Engine): void {
  const test = databaseTests(engine);

  test("without changes the position stays and no item is returned", async (store) => {
    for (const change of [setTo(9n, 1), createPet(1n, 1), setTo(1n, 1)]) {
      await store.commit([change]);
      const position = await positionOf(store);
      await expectNoChangeSince(store, position);
    }
  });

  test("the newest position is that of the last commit, also of another process", async (store, database) => {
    const rival = await database.open();
    expect(await store.newest()).toEqual(await positionOf(store));
    await store.commit([createPet(1n, 1)]);
    const own = await store.newest();
    expect(own).toEqual(await positionOf(store));
    await rival.commit([setTo(1n, 2), setTo(1n, 3)]);
    expect(await store.newest()).toEqual(await positionOf(rival));
    expect((await store.newest()).revision).toBe(own.revision + 2);
    // An update without effect is no commit.
    await store.commit([setTo(1n, 3)]);
    expect(await store.newest()).toEqual(await positionOf(rival));
  });

  test("each pet that was updated, created or removed is returned once, in its present state", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 2), createPet(3n, 3)]);
    const since = await positionOf(store);
    await store.commit([setTo(1n, 8), createPet(-4n, 4, "sold")]);
    await store.commit([setTo(1n, 9)]);
    await importRows(store, rows([1n, 9], [2n, 2], [-4n, 4]), { replace: true });
    const changes = await changesOrThrow(store, since);
    expect(changes.items.toSorted((a, b) => Number(a.petId - b.petId))).toEqual([
      item(-4n, 4, "sold"),
      item(1n, 9),
    ]);
    expect(changes.removed).toEqual([3n]);
    expect(changes.position).toEqual(await positionOf(store));
    expect(changes.position.revision).toBe(7);
  });

  test("a pet that was removed and created again is returned as an item, not as removed", async (store) => {
    await store.commit([createPet(1n, 1), createPet(2n, 2)]);
    const since = await positionOf(store);
    await importRows(store, rows([2n, 2]), { replace: true });
    await importRows(store, rows([1n, 7]));
    const { items, removed } = await changesOrThrow(store, since);
    expect(items).toEqual([item(1n, 7)]);
    expect(removed).toEqual([]);
  });

  test("a difference in pages has each pet once, in its present state, from one snapshot", async (store, database) => {
    const rival = await database.open();
    await importRows(store, rows([-1n, 1], [PET_ID_MIN, 1], [PET_ID_MAX, 1]));
    const since = await positionOf(store);
    await importRows(store, rows(...Array.from({ length: 5_000 }, (_, id) => [BigInt(id), 2] as const)));
    await store.commit([setTo(PET_ID_MIN, 0, { remove: true }), setTo(PET_ID_MAX, 9), setTo(0n, 3)]);
    const position = await positionOf(store);
    const items: InventoryItem[] = [];
    const removed: bigint[] = [];
    const read = await store.readChanges(since, async (page) => {
      if (items.length === 0) await rival.commit([setTo(4_999n, 77)]);
      items.push(...page.items);
      removed.push(...page.removed);
    });
    expect(read).toEqual(position);
    expect(removed).toEqual([PET_ID_MIN]);
    const expected = Array.from({ length: 5_000 }, (_, id) => item(BigInt(id), id === 0 ? 3 : 2));
    expect(items.toSorted((a, b) => (a.petId < b.petId ? -1 : 1))).toEqual([
      ...expected,
      item(PET_ID_MAX, 9),
    ]);
    expect(await store.readChanges(position, () => {})).toMatchObject({ revision: position.revision + 1 });
  });

  test("a difference in pages without changes has the position and no page", async (store) => {
    await store.commit([createPet(1n, 1)]);
    const position = await positionOf(store);
    const refuse = () => {
      throw new Error("there is no change");
    };
    expect(await store.readChanges(position, refuse)).toEqual(position);
  });

  test("after many movements of few pets each is returned once, in its present state", async (store) => {
    await store.commit([1n, 2n, 3n, 4n].map((petId) => createPet(petId, 0)));
    await store.commit([setTo(4n, 0, { remove: true })]);
    const since = await positionOf(store);
    for (let group = 0; group < 3; group++)
      await store.commit(
        Array.from({ length: 100 }, (_, i) => setTo(1n + BigInt(i % 2), 100 * group + i + 1)),
      );
    await store.commit([setTo(2n, 0, { remove: true })]);
    const { items, removed, position } = await changesOrThrow(store, since);
    expect({ items, removed, position }).toEqual({
      items: [item(1n, 299)],
      removed: [2n],
      position: await positionOf(store),
    });
    const limited = await store.changesSince(since, { movementsMax: 250 });
    if (limited !== "reload") expect(limited).toEqual({ items, removed, position });
  });

  test("with a limit on movements, more of them mean reload", async (store) => {
    await store.commit([createPet(1n, 1)]);
    const since = await positionOf(store);
    await store.commit([setTo(1n, 2), setTo(1n, 3)]);
    expect(await store.changesSince(since, { movementsMax: 2 })).toMatchObject({ items: [item(1n, 3)] });
    expect(await store.changesSince(since, { movementsMax: 1 })).toBe("reload");
  });

  test("the position of every commit, however old, is answered with the changes since", async (store) => {
    const copies = [await ClientCopy.of(store)];
    for (let step = 1; step <= 12; step++) {
      const petId = BigInt(step % 5);
      if (step % 4 === 0) await importRows(store, rows([petId, step]), { replace: true });
      else await store.commit([createPet(petId, step), createPet(petId + 10n, step), setTo(petId, step + 1)]);
      copies.push(await ClientCopy.of(store));
    }
    const present = await itemsOf(store);
    for (const copy of copies) {
      await copy.catchUp(store);
      expect(copy.items).toEqual(present);
      expect(copy.reloads).toBe(0);
    }
  });

  const foreignPositions: readonly (readonly [string, (position: Position) => Position])[] = [
    ["a nonce that no commit has", ({ revision }) => ({ revision, nonce: "0123456789abcdef" })],
    ["no nonce", ({ revision }) => ({ revision, nonce: "" })],
    ["a revision in the middle of a group", ({ revision, nonce }) => ({ revision: revision - 1, nonce })],
    ["a revision of the future", ({ revision, nonce }) => ({ revision: revision + 1, nonce })],
    ["a revision far off", ({ nonce }) => ({ revision: Number.MAX_SAFE_INTEGER, nonce })],
    ["a negative revision", ({ nonce }) => ({ revision: -1, nonce })],
  ];
  test.each(foreignPositions)(
    "a position with %s must reload, by pages too",
    async ({ store }, _, toForeign) => {
      await store.commit([createPet(1n, 1), createPet(2n, 2)]);
      const position = await positionOf(store);
      expect(await store.changesSince(toForeign(position))).toBe("reload");
      expect(await store.readChanges(toForeign(position), () => {})).toBe("reload");
      await store.commit([createPet(3n, 3)]);
      expect(await store.changesSince(toForeign(position))).toBe("reload");
    },
  );

  test("a position of another database, at the same revision, must reload", async (_store, database) => {
    await using other = await TestDatabase.make(engine);
    expect(await database.store.changesSince(await positionOf(other.store))).toBe("reload");
    for (const { store } of [database, other]) await store.commit([createPet(1n, 1)]);
    const position = await positionOf(database.store);
    expect(position.revision).toBe((await positionOf(other.store)).revision);
    expect(await other.store.changesSince(position)).toBe("reload");
  });

  test.each([["DELETE FROM ledger_entry WHERE revision > 1"], ["DELETE FROM ledger_entry"]])(
    "if movements of later commits are missing, changesSince fails instead of returning an incomplete list: %s",
    async ({ store, database }, damage) => {
      await store.commit([createPet(1n, 1)]);
      const since = await positionOf(store);
      await store.commit([setTo(1n, 2)]);
      await database.tamper(damage);
      const ask = async () => store.changesSince(since);
      expect(await ask().catch((error: unknown) => error)).toMatchObject({
        code: "unusable",
        message: expect.stringContaining("revisions 2 to 2"),
      });
      // A new reading works.
      expect(await itemsOf(store)).toEqual([item(1n, 2)]);
    },
  );

  test("the next changesSince of another store sees a commit, an import and a removal", async (store, database) => {
    const writing = store;
    const reading = await database.open();
    const copy = await ClientCopy.of(reading);
    const steps = [
      () => writing.commit([createPet(1n, 1), createPet(2n, 2)]),
      () => writing.commit([setTo(2n, 5)]),
      () => importRows(writing, rows([2n, 6], [3n, 3, "sold"]), { replace: true }),
      () => writing.commit([setTo(9n, 1)]),
    ];
    for (const step of steps) {
      await step();
      await copy.catchUp(reading);
      expect(copy.items).toEqual(await itemsOf(writing));
      expect(copy.position).toEqual(await positionOf(writing));
    }
    expect(copy.reloads).toBe(0);
  });

  test("catching up is complete, also after more changes than one answer holds", async (store) => {
    await store.commit([createPet(-1n, 1)]);
    const [behind, copy] = [await ClientCopy.of(store), await ClientCopy.of(store)];
    const pets = Array.from({ length: 60_000 }, (_, i) => [BigInt(i), i % 100] as const);
    await importRows(store, rows(...pets), { replace: true });
    await copy.catchUp(store);
    expect(copy.items).toEqual(pets.map(([petId, quantity]) => item(petId, quantity)));
    await store.commit([setTo(5n, 77)]);
    for (const each of [behind, copy]) {
      await each.catchUp(store);
      expect(each.items).toHaveLength(60_000);
      expect(each.items[5]).toEqual(item(5n, 77));
      expect(each.position.revision).toBe(3);
    }
  });
}

async function changesOrThrow(store: InventoryStore, since: Position): Promise<ChangesSince> {
  const changes = await store.changesSince(since);
  if (changes === "reload") throw new Error("asked to reload, though the position is in the history");
  return changes;
}
