// The writer's thread dies: whoever waits is told the truth, whoever comes later is refused, nothing acknowledged is
// lost. Its closing is no death.

import { describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { StoreError } from "../../src/inventory/store-error.ts";
import type { SqliteStore } from "../../src/sqlite/store.ts";
import { createPet, expectConsistent, item, itemsOf, positionOf, setTo } from "../store/engine.ts";
import { keyRecord, rotation } from "../store/keys-suite.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { openSqlite, startWorker, storeErrorOf } from "./embedded.ts";

type Death = "throws" | "exits" | "throws-after";

/** Opens a store whose writer dies with the n-th call of a method. */
async function openDying(path: string, method: string, count: number, how: Death) {
  const start = () =>
    new Worker(join(import.meta.dir, "dying-writer.ts"), {
      env: { PETSTOCK_TEST_DEATH: `${method} ${count} ${how}` },
    });
  const store = await openSqlite(path, { startWorker: start });
  const told: StoreError[] = [];
  store.onFatal((error) => told.push(error));
  return { store, told };
}

describe.each(["throws", "exits", "throws-after"] as const)(
  "a writer that %s at its fourth commit",
  (how) => {
    test("leaves what waits unknown, refuses what comes later, and tells of it once", async () => {
      using folder = new TemporaryFolder();
      const path = folder.file("petstock.db");
      const { store, told } = await openDying(path, "commit", 4, how);
      for (let quantity = 1; quantity <= 3; quantity++) await store.commit([createPet(1n, quantity)]);
      expect(told).toEqual([]);

      const waiting = [4, 5, 6].map((quantity) => storeErrorOf(store.commit([setTo(1n, quantity)])));
      for (const { code, message } of await Promise.all(waiting)) {
        expect(code).toBe("outcome_unknown");
        expect(message).toMatch(/writer thread died/);
      }
      const late = [
        store.commit([setTo(1n, 9)]),
        store.keys.create(keyRecord(1)),
        store.keys.revoke("key1", 1),
        store.keys.rotate(rotation()),
        store.keys.touch(new Map([["key1", 1]])),
      ];
      for (const failure of late) expect((await storeErrorOf(failure)).code).toBe("unavailable");

      await until("the failure to be told", () => told.length > 0);
      expect(told).toHaveLength(1);
      expect(told[0]).toMatchObject({
        code: "unusable",
        message: expect.stringMatching(/writer thread died: ./),
      });
      const toldLate: StoreError[] = [];
      store.onFatal((error) => toldLate.push(error));
      expect(toldLate).toEqual(told);
      expect(await storeErrorOf(store.ping())).toBe(told[0]!);
      // Reading needs no writer.
      expect((await itemsOf(store))[0]?.petId).toBe(1n);

      await using reopened = await openSqlite(path);
      const survived = how === "throws-after" ? 4 : 3;
      expect(await itemsOf(reopened)).toEqual([item(1n, survived)]);
      expect((await positionOf(reopened)).revision).toBe(survived);
      expect(await reopened.keys.list()).toEqual([]);
      await expectConsistent(reopened);
      expect(await reopened.commit([setTo(1n, 10)])).toMatchObject([{ kind: "updated" }]);
      expect(told).toHaveLength(1);
    });

    test("lets its store be closed", async () => {
      using folder = new TemporaryFolder();
      const { store } = await openDying(folder.file("petstock.db"), "commit", 1, how);
      await storeErrorOf(store.commit([createPet(1n, 1)]));
      expect(await store[Symbol.asyncDispose]()).toBeUndefined();
    });
  },
);

describe("a writer that dies when the work is done but nobody has been told", () => {
  const works: readonly (readonly [string, (store: SqliteStore) => Promise<unknown>])[] = [
    ["createKey", (store) => store.keys.create(keyRecord(2))],
    ["revokeKey", (store) => store.keys.revoke("key1", 5)],
  ];
  test.each(works)("does not say of %s that it was surely not done", async (method, work) => {
    using folder = new TemporaryFolder();
    const path = folder.file("petstock.db");
    const counter = await (async () => {
      await using store = await openSqlite(path);
      await store.keys.create(keyRecord(1));
      return store.keys.counter();
    })();
    const { store } = await openDying(path, method, 1, "throws-after");
    const { code } = await storeErrorOf(work(store));
    await using reopened = await openSqlite(path);
    expect(await reopened.keys.counter()).toBeGreaterThan(counter);
    expect(code).toBe("outcome_unknown");
  });
});

describe("a thread that cannot serve from the start", () => {
  test.each([
    ["whose file is missing", () => new Worker(join(import.meta.dir, "no-such-writer.ts"))],
    [
      "that dies while it opens the file",
      () =>
        new Worker(join(import.meta.dir, "dying-writer.ts"), {
          env: { PETSTOCK_TEST_DEATH: "open 1 throws" },
        }),
    ],
  ])("%s refuses the store", async (_, start) => {
    using folder = new TemporaryFolder();
    const error = await storeErrorOf(openSqlite(folder.file("petstock.db"), { startWorker: start }));
    expect(error.message).toMatch(/writer thread died: ./);
  });
});

test("of several failures the first is told, once", async () => {
  using folder = new TemporaryFolder();
  const [path, witnessed] = [folder.file("petstock.db"), folder.file("witnessed.db")];
  const { store, told } = await openDying(path, "commit", 1, "throws");
  await using witness = await openSqlite(witnessed);
  let lossTold = false;
  witness.onFatal(() => void (lossTold = true));
  await storeErrorOf(store.commit([createPet(1n, 1)]));
  await until("the death to be told", () => told.length > 0);
  for (const file of [path, witnessed]) rmSync(file);
  // Both files are looked for at the same pace, this store's first.
  await until("the witness to miss its file", () => lossTold);
  expect(told).toHaveLength(1);
  expect(await storeErrorOf(store.ping())).toBe(told[0]!);
  expect(told[0]?.message).toMatch(/writer thread died/);
});

test("a thread that was closed has ended, and nobody is told of a failure", async () => {
  using folder = new TemporaryFolder();
  let ended = false;
  const told: StoreError[] = [];
  const start = () => {
    const worker = startWorker();
    worker.addEventListener("close", () => void (ended = true));
    return worker;
  };
  {
    await using store = await openSqlite(folder.file("petstock.db"), { startWorker: start });
    store.onFatal((error) => told.push(error));
    await store.commit([createPet(1n, 1)]);
  }
  await until("the thread to end", () => ended);
  expect(told).toEqual([]);
});

test("a defect fails its own group, wholly, and the thread goes on", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("petstock.db"), { startWorker });
  const told: StoreError[] = [];
  store.onFatal((error) => told.push(error));
  const beyondInt64 = createPet(2n ** 63n, 1);
  const [failure, next] = await Promise.all([
    store.commit([createPet(1n, 1), beyondInt64]).catch((error: unknown) => error),
    store.commit([createPet(2n, 2)]),
  ]);
  expect(failure).toBeInstanceOf(Error);
  expect(next).toEqual([{ kind: "updated", item: item(2n, 2), revision: 1 }]);
  expect(await itemsOf(store)).toEqual([item(2n, 2)]);
  await expectConsistent(store);
  expect(told).toEqual([]);
});
