// A copy from one database into another, on every engine: all of it or nothing, and under a tag of its own.

import { expect, test } from "bun:test";
import { COPIED_TABLES, type CopyStage, NotEmptyError, type Row } from "../../src/inventory/copy.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import {
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  importRows,
  item,
  itemsOf,
  kinds,
  idempotencyKey,
  positionOf,
  rows,
  setTo,
  TestDatabase,
} from "./engine.ts";
import { keyRecord } from "./keys-suite.ts";

export function describeCopies(engine: Engine): void {
  test("everything arrives: stock, tombstones, ledger, marks, keys, and what was sent once", async () => {
    await using source = await withHistory(engine);
    await using target = await TestDatabase.make(engine);
    const wanted = await tablesOf(source.store);
    for (const { name } of COPIED_TABLES) expect(wanted.get(name)?.length).toBeGreaterThan(0);
    expect(wanted.get("inventory")?.filter((row) => row.endsWith(',"1"]'))).toHaveLength(1);
    await using stage = await target.store.stageCopy();
    expect(await source.store.exportAll((portion) => stage.add(portion))).toEqual(
      await positionOf(source.store),
    );
    expect(await tablesOf(stage)).toEqual(wanted);
    const { position, problems, pets, movements } = await stage.commit();
    expect({ revision: position.revision, problems, pets, movements }).toEqual({
      revision: 7,
      problems: [],
      pets: 3,
      movements: 8,
    });
    const [from, to] = [await everythingOf(source.store), await everythingOf(target.store)];
    expect(to).toEqual({ ...from, position });
    expect(await target.store.keys.list()).toEqual(await source.store.keys.list());
    await expectConsistent(target.store);
    for (const [name, table] of await tablesOf(target.store)) {
      if (name !== "commit_mark") expect(table).toEqual(wanted.get(name)!);
    }
  });

  test("the newest commit alone has another nonce, so that no tag of the source counts", async () => {
    await using source = await TestDatabase.make(engine);
    await source.store.commit([createPet(1n, 1)]);
    const early = await positionOf(source.store);
    await source.store.commit([setTo(1n, 2)]);
    const late = await positionOf(source.store);
    await using target = await copyOf(source, engine);
    const position = await positionOf(target.store);
    expect(position.revision).toBe(late.revision);
    expect(position.nonce).not.toBe(late.nonce);
    expect(await target.store.changesSince(early)).toEqual({ position, items: [item(1n, 2)], removed: [] });
    expect(await target.store.changesSince(late)).toBe("reload");
    expect(await target.store.changesSince(position)).toEqual({ position, items: [], removed: [] });
    // And a commit on either side is none of the other's.
    expect(await target.store.commit([setTo(1n, 3)])).toMatchObject([{ kind: "updated", revision: 3 }]);
    expect(await positionOf(source.store)).toEqual(late);
    await expectConsistent(target.store);
  });

  test("a store that was open on the empty database sees the inventory and its keys afterwards", async () => {
    await using source = await withHistory(engine);
    await using target = await TestDatabase.make(engine);
    const watcher = await target.open();
    const [empty, counter] = [await positionOf(watcher), await watcher.keys.counter()];
    await copyInto(target.store, source.store);
    expect(await watcher.changesSince(empty)).toBe("reload");
    expect(await itemsOf(watcher)).toEqual(await itemsOf(source.store));
    expect(await watcher.keys.counter()).toBeGreaterThan(counter);
  });

  test("what was sent once stays made at the new place", async () => {
    await using source = await withHistory(engine);
    await using target = await copyOf(source, engine);
    expect(
      kinds(await target.store.commit([idempotencyKey("a", 1n, 6), idempotencyKey("a", 1n, 9)])),
    ).toEqual(["replayed", "idempotency_mismatch"]);
  });

  test("nothing shows before it is committed, and one that is given up leaves nothing", async () => {
    await using source = await withHistory(engine);
    await using target = await TestDatabase.make(engine);
    const before = { ...(await everythingOf(target.store)), counter: await target.store.keys.counter() };
    const watcher = await target.open();
    {
      await using stage = await target.store.stageCopy();
      await source.store.exportAll((portion) => stage.add(portion));
      expect(await itemsOf(watcher)).toEqual([]);
      expect(await watcher.keys.list()).toEqual([]);
    }
    expect({ ...(await everythingOf(watcher)), counter: await watcher.keys.counter() }).toEqual(before);
    await copyInto(target.store, source.store);
    expect(await itemsOf(watcher)).toEqual(await itemsOf(source.store));
  });

  test("a copy whose ledger does not fold is not committed", async () => {
    await using source = await withHistory(engine);
    await using target = await TestDatabase.make(engine);
    const before = await everythingOf(target.store);
    {
      await using stage = await target.store.stageCopy();
      await source.store.exportAll(async ({ table, rows: all }) => {
        await stage.add({ table, rows: table.name === "movement" ? all.slice(1) : all });
      });
      expect((await stage.commit()).problems).not.toEqual([]);
    }
    expect(await everythingOf(target.store)).toEqual(before);
  });

  test.each([
    ["an inventory", (store: InventoryStore) => store.commit([createPet(1n, 1)]), { revision: 1, keys: 0 }],
    ["a key", (store: InventoryStore) => store.keys.create(keyRecord(9)), { revision: 0, keys: 1 }],
  ])("a database that has %s takes no copy, and stays as it is", async (_, fill, held) => {
    await using target = await TestDatabase.make(engine);
    await fill(target.store);
    const before = { ...(await everythingOf(target.store)), keys: await target.store.keys.list() };
    const error = await target.store.stageCopy().catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NotEmptyError);
    expect(error).toMatchObject({ code: "unusable", ...held });
    expect({ ...(await everythingOf(target.store)), keys: await target.store.keys.list() }).toEqual(before);
    // Nor does it stay locked.
    expect(await target.store.commit([createPet(2n, 2)])).toMatchObject([{ kind: "updated" }]);
  });

  test("a failure in the middle leaves the database empty and free", async () => {
    await using source = await withHistory(engine);
    await using target = await TestDatabase.make(engine);
    const failing = async () => {
      await using stage = await target.store.stageCopy();
      await source.store.exportAll((portion) => stage.add(portion));
      // A second time: every row is there already.
      await source.store.exportAll((portion) => stage.add(portion));
    };
    expect(await failing().catch((cause: unknown) => cause)).toBeInstanceOf(StoreError);
    expect(await itemsOf(target.store)).toEqual([]);
    await copyInto(target.store, source.store);
    await expectConsistent(target.store);
  });

  test("ten thousand pets come in several portions, each of bounded size", async () => {
    await using source = await TestDatabase.make(engine);
    const pets = Array.from({ length: 10_000 }, (_, i) => [BigInt(i) * 1_000_000_007n, i] as const);
    await importRows(source.store, rows(...pets));
    const sizes: number[] = [];
    await source.store.exportAll(async ({ table, rows: { length } }) => {
      if (table.name === "inventory") sizes.push(length);
    });
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(5_000);
    await using target = await copyOf(source, engine);
    expect(await itemsOf(target.store)).toEqual(await itemsOf(source.store));
    await expectConsistent(target.store);
  });
}

/** Pets at the ends of int64, one that is removed, keys of every kind, and an update that was sent once. */
async function withHistory(engine: Engine): Promise<TestDatabase> {
  const database = await TestDatabase.make(engine);
  const { store } = database;
  await store.commit([
    createPet(1n, 1),
    createPet(-9_223_372_036_854_775_808n, 2_147_483_647, "sold"),
    createPet(9_223_372_036_854_775_807n, 0, "pending"),
    createPet(4n, 4),
  ]);
  await store.commit([
    idempotencyKey("a", 1n, 6),
    setTo(1n, 7, { by: { actor: "key:Küche “2”", keyId: null, requestId: null } }),
  ]);
  const kept = (await itemsOf(store)).filter(({ petId }) => petId !== 4n);
  await importRows(
    store,
    rows(...kept.map(({ petId, quantity }) => [petId, petId === 1n ? 8 : quantity] as const)),
    {
      replace: true,
    },
  );
  await store.keys.create(keyRecord(1));
  await store.keys.create(keyRecord(2, { name: "Kasse “1”", readOnly: true, expiresAt: 4_102_444_800_000 }));
  await store.keys.create(keyRecord(3, { revokedAt: 5, lastUsedAt: 7 }));
  return database;
}

async function copyOf({ store }: TestDatabase, engine: Engine): Promise<TestDatabase> {
  const target = await TestDatabase.make(engine);
  await copyInto(target.store, store);
  return target;
}

async function copyInto(target: InventoryStore, source: InventoryStore): Promise<void> {
  await using stage = await target.stageCopy();
  await source.exportAll((portion) => stage.add(portion));
  expect((await stage.commit()).problems).toEqual([]);
}

/** Every row of every table, in words that are the same on every engine. */
async function tablesOf(from: InventoryStore | CopyStage): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  const text = ({ columns }: { columns: readonly string[] }, row: Row) =>
    JSON.stringify(columns.map((column) => (row[column] === null ? null : String(row[column]))));
  const collect: Parameters<InventoryStore["exportAll"]>[0] = async ({ table, rows: all }) => {
    const known = tables.get(table.name) ?? [];
    tables.set(table.name, [...known, ...all.map((row) => text(table, row))]);
  };
  await ("readBack" in from ? from.readBack(collect) : from.exportAll(collect));
  return tables;
}
