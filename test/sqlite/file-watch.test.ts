// A database file that is deleted or replaced under a running store is noticed, and told of once.

import { expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type { StoreError } from "../../src/inventory/store-error.ts";
import { createPet, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { MODES, openSqlite, runSql, storeErrorOf } from "./embedded.ts";

/** It is looked for every half second; a busy machine may take longer. */
const LIMIT_MS = 10_000;
const DELETED = /petstock\.db was deleted while it was open/;
const REPLACED = /petstock\.db was replaced by another while it was open/;

const CASES: readonly (readonly [string, (folder: string, path: string) => void, RegExp])[] = [
  ["deleted", (_, path) => rmSync(path), DELETED],
  ["moved away", (_, path) => renameSync(path, `${path}.old`), DELETED],
  ["deleted with its folder", (folder) => rmSync(folder, { recursive: true }), DELETED],
  [
    "replaced by a copy of itself",
    (_, path) => {
      copyFileSync(path, `${path}.copy`);
      renameSync(`${path}.copy`, path);
    },
    REPLACED,
  ],
  [
    "deleted and made anew",
    (_, path) => {
      rmSync(path);
      writeFileSync(path, "");
    },
    REPLACED,
  ],
  [
    "deleted with its folder, which is a file now",
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
    },
    DELETED,
  ],
];

/** Opens a store, harms its file, and gives what was told of that. */
async function toldOf(harm: (path: string) => void, path: string, options: object): Promise<StoreError[]> {
  const told: StoreError[] = [];
  const store = await openSqlite(path, options);
  try {
    store.onFatal((error) => told.push(error));
    await store.commit([createPet(1n, 1)]);
    expect(await store.ping()).toBeUndefined();
    harm(path);
    await until("the loss to be told", () => told.length > 0, LIMIT_MS);
    expect(await storeErrorOf(store.ping())).toBe(told[0]!);
  } finally {
    await store[Symbol.asyncDispose]();
  }
  return told;
}

test("a file that is written to, touched and backed up is the same file", async () => {
  using folder = new TemporaryFolder();
  const [path, lost] = [folder.file("petstock.db"), folder.file("lost.db")];
  await using store = await openSqlite(path);
  const told: StoreError[] = [];
  store.onFatal((error) => told.push(error));
  const loser = await openSqlite(lost);
  let lossTold = false;
  loser.onFatal(() => void (lossTold = true));

  await store.commit([createPet(1n, 1)]);
  runSql(path, "PRAGMA wal_checkpoint(TRUNCATE)", `VACUUM INTO '${folder.file("backup.db")}'`);
  utimesSync(path, 1, 1);
  chmodSync(path, 0o600);
  copyFileSync(path, folder.file("copy.db"));
  // What the same watch notices elsewhere shows that it has looked since, here as well.
  rmSync(lost);
  await until("the other file's loss to be told", () => lossTold, LIMIT_MS);
  await loser[Symbol.asyncDispose]();
  expect(told).toEqual([]);
  expect(await store.commit([setTo(1n, 2)])).toMatchObject([{ kind: "updated" }]);
});

test.each(CASES)(
  "a file that was %s is told of once, and the store is no longer ready",
  async (_, harm, words) => {
    using temporary = new TemporaryFolder();
    const started = performance.now();
    const all = MODES.map(([, options], at) => {
      const folder = temporary.file(String(at));
      mkdirSync(folder);
      return toldOf((path) => harm(folder, path), `${folder}/petstock.db`, options);
    });
    for (const told of await Promise.all(all)) {
      expect(told).toMatchObject([{ code: "unusable", message: expect.stringMatching(words) }]);
    }
    process.stderr.write(`noticed within ${Math.round(performance.now() - started)} ms\n`);
  },
  2 * LIMIT_MS,
);
