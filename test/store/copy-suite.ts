// A copy from one database into another, on every engine: all rows or none, with a tag of its own.

import { expect } from "bun:test";
import {
  BATCH_ROWS,
  COPIED_TABLES,
  type CopyStage,
  NotEmptyError,
  type Row,
} from "../../src/inventory/copy.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { databaseTests } from "./database-tests.ts";
import {
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  expectNoChangeSince,
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
import { hook } from "./hooks-suite.ts";
import { keyRecord } from "./keys-suite.ts";
import { allOf, label, put } from "./labels-suite.ts";

export function describeCopies(engine: Engine): void {
  const test = databaseTests(engine);

  test("a copy has every row: stock, tombstones, ledger, commits, API keys, hooks, labels, idempotency records", async (_store, target) => {
    await using source = await withHistory(engine);
    const wanted = await tablesOf(source.store);
    for (const { name } of COPIED_TABLES) expect(wanted.get(name)?.length).toBeGreaterThan(0);
    // Of a removed pet, and of one that has nothing but a label.
    expect(wanted.get("inventory")?.filter((row) => /,"1",(null|"[0-9]+")]$/.test(row))).toHaveLength(2);
    await using stage = await target.store.stageCopy();
    expect(await source.store.exportAll((batch) => stage.add(batch))).toEqual(await positionOf(source.store));
    expect(await tablesOf(stage)).toEqual(wanted);
    const { position, problems, pets, movements } = await stage.commit();
    expect({ revision: position.revision, problems, pets, movements }).toEqual({
      revision: 8,
      problems: [],
      pets: 3,
      movements: 10,
    });
    const [from, to] = [await everythingOf(source.store), await everythingOf(target.store)];
    expect(to).toEqual({ ...from, position });
    expect(await target.store.keys.list()).toEqual(await source.store.keys.list());
    await expectConsistent(target.store);
    for (const [name, table] of await tablesOf(target.store)) {
      if (name !== "commit_mark") expect(table).toEqual(wanted.get(name)!);
    }
  });

  test("only the newest commit gets another nonce, so that tags of the source are not valid", async (_store, source) => {
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
    await expectNoChangeSince(target.store, position);
    // Commits of either database are unknown to the other.
    expect(await target.store.commit([setTo(1n, 3)])).toMatchObject([{ kind: "updated", revision: 3 }]);
    expect(await positionOf(source.store)).toEqual(late);
    await expectConsistent(target.store);
  });

  test("a store that is open on the target sees the inventory and its keys after the commit", async (_store, target) => {
    await using source = await withHistory(engine);
    const watcher = await target.open();
    const [empty, counter] = [await positionOf(watcher), await watcher.keys.counter()];
    await copyInto(target.store, source.store);
    expect(await watcher.changesSince(empty)).toBe("reload");
    expect(await itemsOf(watcher)).toEqual(await itemsOf(source.store));
    expect(await watcher.keys.counter()).toBeGreaterThan(counter);
    expect(await allOf(watcher.labels)).toEqual(await allOf(source.store.labels));
  });

  test("idempotency records are valid in the target", async () => {
    await using source = await withHistory(engine);
    await using target = await copyOf(source, engine);
    expect(
      kinds(await target.store.commit([idempotencyKey("a", 1n, 6), idempotencyKey("a", 1n, 9)])),
    ).toEqual(["replayed", "idempotency_mismatch"]);
  });

  test("other connections see nothing before the commit, and an abandoned copy leaves no row", async (_store, target) => {
    await using source = await withHistory(engine);
    const before = { ...(await everythingOf(target.store)), counter: await target.store.keys.counter() };
    const watcher = await target.open();
    {
      await using stage = await target.store.stageCopy();
      await source.store.exportAll((batch) => stage.add(batch));
      expect(await itemsOf(watcher)).toEqual([]);
      expect(await watcher.keys.list()).toEqual([]);
    }
    expect({ ...(await everythingOf(watcher)), counter: await watcher.keys.counter() }).toEqual(before);
    await copyInto(target.store, source.store);
    expect(await itemsOf(watcher)).toEqual(await itemsOf(source.store));
  });

  test("a copy whose ledger does not fold is not committed", async (_store, target) => {
    await using source = await withHistory(engine);
    const before = await everythingOf(target.store);
    {
      await using stage = await target.store.stageCopy();
      await source.store.exportAll(async ({ table, rows: all }) => {
        await stage.add({ table, rows: table.name === "ledger_entry" ? all.slice(1) : all });
      });
      expect((await stage.commit()).problems).not.toEqual([]);
    }
    expect(await everythingOf(target.store)).toEqual(before);
  });

  test.each([
    ["an inventory", (store: InventoryStore) => store.commit([createPet(1n, 1)]), { revision: 1, keys: 0 }],
    ["a key", (store: InventoryStore) => store.keys.create(keyRecord(9)), { revision: 0, keys: 1 }],
    [
      "a label",
      (store: InventoryStore) => put(store, [label(1n, { name: "Rex" })]),
      { revision: 1, keys: 0 },
    ],
  ])(
    "a database that has %s refuses a copy, and stays unchanged",
    async ({ database: target }, _, fill, held) => {
      await fill(target.store);
      const before = { ...(await everythingOf(target.store)), keys: await target.store.keys.list() };
      const error = await target.store.stageCopy().catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(NotEmptyError);
      expect(error).toMatchObject({ code: "unusable", ...held });
      expect({ ...(await everythingOf(target.store)), keys: await target.store.keys.list() }).toEqual(before);
      // Its lock is released.
      expect(await target.store.commit([createPet(2n, 2)])).toMatchObject([{ kind: "updated" }]);
    },
  );

  test("a failed copy leaves the target empty and unlocked", async (_store, target) => {
    await using source = await withHistory(engine);
    const failing = async () => {
      await using stage = await target.store.stageCopy();
      await source.store.exportAll((batch) => stage.add(batch));
      // Fails: every row exists already.
      await source.store.exportAll((batch) => stage.add(batch));
    };
    expect(await failing().catch((cause: unknown) => cause)).toBeInstanceOf(StoreError);
    expect(await itemsOf(target.store)).toEqual([]);
    await copyInto(target.store, source.store);
    await expectConsistent(target.store);
  });

  test("each row of a large table is read once, in batches of bounded size", async (_store, source) => {
    const pets = Array.from({ length: 10_000 }, (_, i) => [BigInt(i) * 1_000_000_007n, i] as const);
    await importRows(source.store, rows(...pets));
    // Databases sort such texts differently.
    const key = (i: number) => `${["B", "a", "_", "ä"][i % 4]} ${i}`;
    await source.store.commit(
      Array.from({ length: 5_000 }, (_, i) => idempotencyKey(key(i), 0n, i % 2 === 0 ? 1 : 2)),
    );
    const batches = new Map<string, number[]>();
    const announced = new Set<number>();
    await source.store.exportAll(async ({ table: { name }, rows: { length } }, rowsInAll) => {
      batches.set(name, [...(batches.get(name) ?? []), length]);
      announced.add(rowsInAll);
    });
    // Progress ends at 100 %.
    expect([...announced]).toEqual([[...batches.values()].flat().reduce((sum, length) => sum + length)]);
    expect(batches.get("inventory")).toEqual([BATCH_ROWS, BATCH_ROWS, 10_000 - 2 * BATCH_ROWS]);
    expect(batches.get("idempotency_record")).toEqual([BATCH_ROWS, 5_000 - BATCH_ROWS]);
    await using target = await copyOf(source, engine);
    const [from, to] = [await tablesOf(source.store), await tablesOf(target.store)];
    for (const [name, table] of from) {
      expect(new Set(table).size).toBe(table.length);
      if (name !== "commit_mark") expect(to.get(name)).toEqual(table);
    }
    await expectConsistent(target.store);
  });
}

/** Pets at the ends of int64, a removed one, keys of every kind, and an update with an Idempotency-Key. */
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
      note: "the annual count",
    },
  );
  await put(store, [label(1n, { name: "Käthe “Kat”", low: 2 }), label(77n, { code: "0012" })]);
  await store.hooks.create(hook(1));
  await store.keys.create(keyRecord(1));
  await store.keys.create(keyRecord(2, { name: "Kasse “1”", role: "reader", expiresAt: 4_102_444_800_000 }));
  const by = { actor: "key:Küche “2”", keyId: "key1" };
  const ended = { revokedAt: 5, revokedBy: by, lastUsedAt: 7 };
  await store.keys.create(keyRecord(3, { role: "manager", createdBy: by, replaces: "key2", ...ended }));
  await store.keys.create(keyRecord(4, { role: "admin" }));
  return database;
}

async function copyOf({ store }: TestDatabase, engine: Engine): Promise<TestDatabase> {
  const target = await TestDatabase.make(engine);
  await copyInto(target.store, store);
  return target;
}

async function copyInto(target: InventoryStore, source: InventoryStore): Promise<void> {
  await using stage = await target.stageCopy();
  await source.exportAll((batch) => stage.add(batch));
  expect((await stage.commit()).problems).toEqual([]);
}

/** Every row of every table as text, the same on every engine. */
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
