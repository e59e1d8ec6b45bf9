// The writer thread dies: waiting calls get outcome_unknown, later calls unavailable, no acknowledged change is lost. Closing
// the thread is no failure.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { StoreError } from "../../src/inventory/store-error.ts";
import type { SqliteStore } from "../../src/sqlite/store.ts";
import { createPet, expectConsistent, item, itemsOf, positionOf, setTo } from "../store/engine.ts";
import { keyRecord, OPERATOR, rotation } from "../store/keys-suite.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { dyingWorker, openSqlite, startWorker, storeErrorOf } from "./embedded.ts";

// Takes a second or two, and several on a busy machine.
setDefaultTimeout(60_000);

type Death = "throws" | "exits" | "throws-after";

/** Opens a store whose writer dies with the n-th call of a method. */
async function openDying(path: string, method: string, count: number, how: Death) {
  const store = await openSqlite(path, { startWorker: dyingWorker(`${method} ${count} ${how}`) });
  const reported: StoreError[] = [];
  store.onFatal((error) => reported.push(error));
  return { store, reported };
}

describe.each(["throws", "exits", "throws-after"] as const)(
  "a writer that %s at its fourth commit",
  (how) => {
    test("gives waiting commits outcome_unknown, later calls unavailable, and reports the failure once", async () => {
      using folder = new TemporaryFolder();
      const path = folder.file("petstock.db");
      const { store, reported } = await openDying(path, "commit", 4, how);
      for (let quantity = 1; quantity <= 3; quantity++) await store.commit([createPet(1n, quantity)]);
      expect(reported).toEqual([]);

      const waiting = [4, 5, 6].map((quantity) => storeErrorOf(store.commit([setTo(1n, quantity)])));
      for (const { code, message } of await Promise.all(waiting)) {
        expect(code).toBe("outcome_unknown");
        expect(message).toMatch(/writer thread died/);
      }
      const late = [
        store.commit([setTo(1n, 9)]),
        store.keys.create(keyRecord(1)),
        store.keys.revoke({ id: "key1", at: 1, by: OPERATOR }),
        store.keys.rotate(rotation()),
        store.keys.touch(new Map([["key1", 1]])),
      ];
      for (const failure of late) expect((await storeErrorOf(failure)).code).toBe("unavailable");

      await until("the failure to be reported", () => reported.length > 0);
      expect(reported).toHaveLength(1);
      expect(reported[0]).toMatchObject({
        code: "unusable",
        message: expect.stringMatching(/writer thread died: ./),
      });
      const reportedLate: StoreError[] = [];
      store.onFatal((error) => reportedLate.push(error));
      expect(reportedLate).toEqual(reported);
      expect(await storeErrorOf(store.ping())).toBe(reported[0]!);
      // Reading works without the writer.
      expect((await itemsOf(store))[0]?.petId).toBe(1n);

      await using reopened = await openSqlite(path);
      const survived = how === "throws-after" ? 4 : 3;
      expect(await itemsOf(reopened)).toEqual([item(1n, survived)]);
      expect((await positionOf(reopened)).revision).toBe(survived);
      expect(await reopened.keys.list()).toEqual([]);
      await expectConsistent(reopened);
      expect(await reopened.commit([setTo(1n, 10)])).toMatchObject([{ kind: "updated" }]);
      expect(reported).toHaveLength(1);
    });

    test("does not prevent closing the store", async () => {
      using folder = new TemporaryFolder();
      const { store } = await openDying(folder.file("petstock.db"), "commit", 1, how);
      await storeErrorOf(store.commit([createPet(1n, 1)]));
      expect(await store[Symbol.asyncDispose]()).toBeUndefined();
    });
  },
);

describe("a writer that dies after the work and before its reply", () => {
  const works: readonly (readonly [string, (store: SqliteStore) => Promise<unknown>])[] = [
    ["createKey", (store) => store.keys.create(keyRecord(2))],
    ["revokeKey", (store) => store.keys.revoke({ id: "key1", at: 5, by: OPERATOR })],
  ];
  test.each(works)("gives %s outcome_unknown", async (method, work) => {
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

test("a thread of an import that dies is named, and the store goes on", async () => {
  using folder = new TemporaryFolder();
  const { store, reported } = await openDying(folder.file("petstock.db"), "openStage", 1, "throws");
  const { code, message } = await storeErrorOf(store.stageImport());
  expect([code, message]).toEqual(["unavailable", expect.stringMatching(/^the task thread died: ./)]);
  await store.commit([createPet(1n, 1)]);
  await store[Symbol.asyncDispose]();
  expect(reported).toEqual([]);
});

describe("a thread that cannot start", () => {
  test.each([
    ["whose file is missing", () => new Worker(join(import.meta.dir, "no-such-writer.ts"))],
    ["that dies while it opens the file", dyingWorker("open 1 throws")],
  ])("%s fails to open the store", async (_, start) => {
    using folder = new TemporaryFolder();
    const error = await storeErrorOf(openSqlite(folder.file("petstock.db"), { startWorker: start }));
    expect(error.message).toMatch(/writer thread died: ./);
  });
});

test("of several failures only the first is reported, once", async () => {
  using folder = new TemporaryFolder();
  const [path, witnessed] = [folder.file("petstock.db"), folder.file("witnessed.db")];
  const { store, reported } = await openDying(path, "commit", 1, "throws");
  await using witness = await openSqlite(witnessed);
  let isLossReported = false;
  witness.onFatal(() => void (isLossReported = true));
  await storeErrorOf(store.commit([createPet(1n, 1)]));
  await until("the death to be reported", () => reported.length > 0);
  for (const file of [path, witnessed]) rmSync(file);
  // The watches of both files run at the same interval, this store's first.
  await until("the other store to report its lost file", () => isLossReported);
  expect(reported).toHaveLength(1);
  expect(await storeErrorOf(store.ping())).toBe(reported[0]!);
  expect(reported[0]?.message).toMatch(/writer thread died/);
});

test("a closed thread has ended, and no failure is reported", async () => {
  using folder = new TemporaryFolder();
  let ended = false;
  const reported: StoreError[] = [];
  const start = () => {
    const worker = startWorker();
    worker.addEventListener("close", () => void (ended = true));
    return worker;
  };
  {
    await using store = await openSqlite(folder.file("petstock.db"), { startWorker: start });
    store.onFatal((error) => reported.push(error));
    await store.commit([createPet(1n, 1)]);
  }
  await until("the thread to end", () => ended);
  expect(reported).toEqual([]);
});

test("an unexpected error fails its whole group, and the thread continues", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("petstock.db"), { startWorker });
  const reported: StoreError[] = [];
  store.onFatal((error) => reported.push(error));
  const beyondInt64 = createPet(2n ** 63n, 1);
  const [failure, next] = await Promise.all([
    store.commit([createPet(1n, 1), beyondInt64]).catch((error: unknown) => error),
    store.commit([createPet(2n, 2)]),
  ]);
  expect(failure).toBeInstanceOf(Error);
  expect(next).toEqual([{ kind: "updated", item: item(2n, 2), revision: 1 }]);
  expect(await itemsOf(store)).toEqual([item(2n, 2)]);
  await expectConsistent(store);
  expect(reported).toEqual([]);
});
