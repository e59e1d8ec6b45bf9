// Reading everything, on every engine: in order, page by page, as of one moment.

import { expect } from "bun:test";
import { type InventoryItem, PET_ID_MAX, PET_ID_MIN } from "../../src/inventory/item.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, importRows, item, itemsOf, positionOf, rows, setTo } from "./engine.ts";

/** More than two pages of any engine. */
const MANY = 10_000;

export function describeReading(engine: Engine): void {
  const test = databaseTests(engine);

  test("items come in the ascending numeric order of their ids", async (store) => {
    const ids = [10n, 9n, -1n, -10n, 100n, 0n, PET_ID_MAX, PET_ID_MIN, 2n];
    await store.commit(ids.map((petId) => createPet(petId, 1)));
    const found = (await itemsOf(store)).map(({ petId }) => petId);
    expect(found).toEqual([PET_ID_MIN, -10n, -1n, 0n, 2n, 9n, 10n, 100n, PET_ID_MAX]);
  });

  test("a large inventory comes in pages, each pet once, and the next page only after the previous was consumed", async (store) => {
    const expected = await fill(store);
    const read: InventoryItem[] = [];
    let pages = 0;
    let atWork = 0;
    await store.readAll(async (page) => {
      expect(++atWork).toBe(1);
      expect(page.length).toBeGreaterThan(0);
      await Bun.sleep(1);
      read.push(...page);
      pages += 1;
      atWork -= 1;
    });
    expect(read).toEqual(expected);
    expect(pages).toBeGreaterThan(1);
  });

  test("an entry has the item and the revision that changed it last; another store's changes are in it at once", async (store, database) => {
    const rival = await database.open();
    await store.commit([createPet(PET_ID_MIN, 1), createPet(PET_ID_MAX, 2, "sold")]);
    expect(await store.entry(PET_ID_MIN)).toEqual({ item: item(PET_ID_MIN, 1), revision: 1 });
    expect(await store.entry(PET_ID_MAX)).toEqual({ item: item(PET_ID_MAX, 2, "sold"), revision: 2 });
    await rival.commit([setTo(PET_ID_MIN, 7)]);
    expect(await store.entry(PET_ID_MIN)).toEqual({ item: item(PET_ID_MIN, 7), revision: 3 });
  });

  test("a pet that never was or was removed has no entry", async (store) => {
    await store.commit([createPet(1n, 1)]);
    await store.commit([setTo(1n, 0, { remove: true })]);
    expect(await store.entry(1n)).toBeUndefined();
    expect(await store.entry(2n)).toBeUndefined();
  });

  test("changes of another store during a reading are not in it; changesSince returns them", async (store, database) => {
    const rival = await database.open();
    const expected = await fill(store);
    const before = await positionOf(store);
    const read: InventoryItem[] = [];
    const last = BigInt(MANY - 1);
    const position = await store.readAll(async (page) => {
      if (read.length === 0) {
        await rival.commit([setTo(last, 1_000_000), createPet(last + 1n, 1), setTo(0n, 1_000_000)]);
        const kept = expected.slice(0, -2).map(({ petId, quantity }) => [petId, quantity] as const);
        await importRows(rival, rows(...kept), { replace: true });
      }
      read.push(...page);
    });
    expect(read).toEqual(expected);
    expect(position).toEqual(before);
    const changes = await store.changesSince(position);
    if (changes === "reload") throw new Error("asked to reload, though the position is in the history");
    expect(changes.items).toEqual([item(0n, 0)]);
    expect(new Set(changes.removed)).toEqual(new Set([last - 1n, last, last + 1n]));
    expect(await itemsOf(store)).toEqual(expected.slice(0, -2));
  });

  test("a reader that stops in the middle ends only its own reading", async (store) => {
    const expected = await fill(store);
    const reading = store.readAll(() => {
      throw new Error("enough");
    });
    await expect(reading).rejects.toThrow("enough");
    expect(await itemsOf(store)).toEqual(expected);
    expect(await store.commit([setTo(0n, 5)])).toMatchObject([{ kind: "updated" }]);
  });
}

/** Fills the inventory with many pets; returns them in the order of a reading. */
async function fill(store: InventoryStore): Promise<InventoryItem[]> {
  const pets = Array.from({ length: MANY }, (_, i) => [BigInt(i), i % 50] as const);
  await importRows(store, rows(...pets));
  return pets.map(([petId, quantity]) => item(petId, quantity));
}
