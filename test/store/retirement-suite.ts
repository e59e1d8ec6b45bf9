// A database whose inventory has moved, on every engine: it can be read, and nothing changes it any more.

import { expect } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import type { Retirement } from "../../src/inventory/retirement.ts";
import { StoreError } from "../../src/inventory/store-error.ts";
import { databaseTests } from "./database-tests.ts";
import {
  COMMAND_ORIGIN,
  createPet,
  type Engine,
  everythingOf,
  expectConsistent,
  expectNoChangeSince,
  importRows,
  item,
  itemsOf,
  positionOf,
  rows,
  setTo,
} from "./engine.ts";
import { keyRecord, OPERATOR, rotation } from "./keys-suite.ts";

const MOVED: Retirement = { at: Date.UTC(2026, 10, 21, 10, 36, 35), to: "postgres://new.example/petstock" };

const CHANGES: readonly (readonly [string, (store: InventoryStore) => Promise<unknown>])[] = [
  ["an update", (store) => store.commit([setTo(1n, 2)])],
  ["an update that would change nothing", (store) => store.commit([setTo(1n, 1)])],
  ["an import", (store) => importRows(store, rows([1n, 5], [2n, 5]))],
  ["an undo", (store) => store.undo({ revision: 1, dryRun: false, by: COMMAND_ORIGIN })],
  ["a prune", (store) => store.prune({ before: Date.now() + 1, dryRun: false })],
  ["a new key", (store) => store.keys.create(keyRecord(2))],
  ["a key's successor", (store) => store.keys.rotate(rotation())],
  ["a key's end", (store) => store.keys.revoke({ id: "key1", at: 5, by: OPERATOR })],
  ["a copy", (store) => store.stageCopy()],
];

export function describeRetirement(engine: Engine): void {
  const test = databaseTests(engine, addPet);

  test.each(CHANGES)(
    "%s is refused in every store, saying since when and where to, and changes nothing",
    async ({ database }, _, change) => {
      const other = await database.open();
      const before = { ...(await everythingOf(other)), keys: await other.keys.list() };
      expect(await database.store.retirement()).toBeUndefined();
      await database.store.retire(MOVED);
      for (const store of [database.store, other, await database.open()]) {
        expect(await store.retirement()).toEqual(MOVED);
        const error = await change(store).catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(StoreError);
        const message = expect.stringMatching(
          /retired on 2026-11-21T10:36:35Z: .+ postgres:\/\/new\.example\/petstock$/,
        );
        expect(error).toMatchObject({ code: "retired", message });
      }
      expect({ ...(await everythingOf(other)), keys: await other.keys.list() }).toEqual(before);
    },
  );

  test("lists are answered at the same position, and uses of keys are still noted", async (store) => {
    const position = await positionOf(store);
    await store.retire(MOVED);
    await expectNoChangeSince(store, position);
    expect(await itemsOf(store)).toEqual([item(1n, 1)]);
    await store.keys.touch(new Map([["key1", 77]]));
    expect(await store.keys.list()).toMatchObject([{ id: "key1", lastUsedAt: 77 }]);
    await expectConsistent(store);
  });

  test("every store of a retired database is not ready, with the reason, until the retirement is reverted", async (_store, database) => {
    const stores = [database.store, await database.open()];
    for (const store of stores) await store.ping();
    await stores[0]!.retire(MOVED);
    for (const store of stores) {
      const error = await store.ping().catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: "retired", message: expect.stringContaining(MOVED.to) });
    }
    await stores[0]!.unretire(MOVED);
    for (const store of stores) await store.ping();
  });

  test("a retirement lasts after every store was closed", async (_store, database) => {
    await database.store.retire(MOVED);
    const store = await database.reopen();
    expect(await store.retirement()).toEqual(MOVED);
  });

  test("a second retirement to the same target replaces the first; one to another target is refused", async (store) => {
    await store.retire(MOVED);
    const later = { ...MOVED, at: MOVED.at + 1 };
    await store.retire(later);
    expect(await store.retirement()).toEqual(later);
    const elsewhere = store.retire({ ...later, to: "sqlite:/elsewhere.db" });
    expect(await elsewhere.catch((cause: unknown) => cause)).toMatchObject({ code: "retired" });
    expect(await store.retirement()).toEqual(later);
  });

  test("a retirement is reverted only by its own time and target", async (store) => {
    await store.retire(MOVED);
    await store.unretire({ ...MOVED, at: MOVED.at + 1 });
    await store.unretire({ ...MOVED, to: "sqlite:/elsewhere.db" });
    expect(await store.retirement()).toEqual(MOVED);
    await store.unretire(MOVED);
    expect(await store.retirement()).toBeUndefined();
    expect(await store.commit([setTo(1n, 2)])).toMatchObject([{ kind: "updated", revision: 2 }]);
    await store.keys.create(keyRecord(2));
    expect(await store.keys.revoke({ id: "key1", at: 5, by: OPERATOR })).toMatchObject({ kind: "revoked" });
    await store.unretire(MOVED);
    await expectConsistent(store);
  });

  test("what is read after a retirement has all updates acknowledged beside it, and no more follow", async (store, database) => {
    const rivals = await Promise.all(Array.from({ length: 3 }, () => database.open()));
    const acknowledged: number[] = [];
    const keys: string[] = [];
    const writing = rivals.map(async (rival, index) => {
      for (let i = 0; ; i++) {
        const quantity = 10 + i * rivals.length + index;
        try {
          await rival.commit([createPet(BigInt(quantity), quantity)]);
          acknowledged.push(quantity);
          const record = keyRecord(quantity);
          await rival.keys.create(record);
          keys.push(record.id);
        } catch (error) {
          expect(error).toMatchObject({ code: "retired" });
          return;
        }
        // The stores of one process on one thread: each gets a turn.
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    while (acknowledged.length < 20) await new Promise((resolve) => setImmediate(resolve));
    await store.retire(MOVED);
    const { position, items } = await everythingOf(store);
    const known = (await store.keys.list()).map(({ id }) => id);
    await Promise.all(writing);
    expect(items.map(({ quantity }) => quantity)).toEqual([1, ...acknowledged.toSorted((a, b) => a - b)]);
    expect(known.toSorted()).toEqual(["key1", ...keys].toSorted());
    expect(await positionOf(store)).toEqual(position);
    expect((await store.keys.list()).map(({ id }) => id)).toEqual(known);
  });
}

async function addPet(store: InventoryStore): Promise<void> {
  await store.commit([createPet(1n, 1)]);
  await store.keys.create(keyRecord(1));
}
