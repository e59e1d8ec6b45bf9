// The end of a store, on every engine: work in flight finishes, later work is refused, and other stores are not affected.

import { expect } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { databaseTests } from "./database-tests.ts";
import { createPet, type Engine, everythingOf, item, itemsOf, setTo } from "./engine.ts";

export function describeClosing(engine: Engine): void {
  const test = databaseTests(engine);

  test("a commit in flight when the store is closed is applied and acknowledged", async (store, database) => {
    const committing = store.commit([createPet(1n, 1)]);
    await database.close(store);
    expect(await committing).toEqual([{ kind: "updated", item: item(1n, 1), revision: 1 }]);
    expect(await itemsOf(await database.open())).toEqual([item(1n, 1)]);
  });

  const late: readonly (readonly [string, (store: InventoryStore) => Promise<unknown>])[] = [
    ["a commit", (store) => store.commit([setTo(1n, 9)])],
    ["catching up", async (store) => store.changesSince({ revision: 0, nonce: "" })],
    ["reading everything", (store) => store.readAll(() => {})],
    ["a ping", (store) => store.ping()],
    ["making a key's last use known", (store) => store.keys.touch(new Map([["key1", 1]]))],
  ];
  test.each(late)(
    "%s after closing is refused as surely not applied",
    async ({ store, database }, _, work) => {
      await store.commit([createPet(1n, 1)]);
      const before = await everythingOf(store);
      await database.close(store);
      const result = await work(store).catch((error: unknown) => error);
      expect(result).toBeInstanceOf(StoreError);
      expect(result).toMatchObject({ code: "unavailable" });
      expect(await everythingOf(await database.open())).toEqual(before);
    },
  );

  test("closing a store twice does nothing more", async (store, database) => {
    await database.close(store);
    expect(await store[Symbol.asyncDispose]()).toBeUndefined();
  });

  test("closing reports no failure", async (store, database) => {
    const reported: StoreError[] = [];
    store.onFatal((error) => reported.push(error));
    await store.commit([createPet(1n, 1)]);
    await database.close(store);
    // Opening and committing takes longer than the report of a thread's end.
    await (await database.open()).commit([setTo(1n, 2)]);
    expect(reported).toEqual([]);
  });

  test("closing one store does not affect another store of the same database", async (store, database) => {
    const other = await database.open();
    await store.commit([createPet(1n, 1)]);
    await database.close(store);
    expect(await other.commit([setTo(1n, 2)])).toMatchObject([{ kind: "updated", revision: 2 }]);
    expect(await itemsOf(other)).toEqual([item(1n, 2)]);
    expect(await other.ping()).toBeUndefined();
  });
}
