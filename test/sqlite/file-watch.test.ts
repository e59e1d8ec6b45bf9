// A database file that is deleted or replaced under an open store is detected and reported once.

import { expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import type { StoreError } from "../../src/inventory/store-error.ts";
import { createPet, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { MODES, openSqlite, runSql, storeErrorOf } from "./embedded.ts";

/** The watch runs every half second; a busy machine may take longer. */
const LIMIT_MS = 10_000;
const DELETED = /petstock\.db was deleted while it was open/;
const REPLACED = /petstock\.db was replaced by another file while it was open/;

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
    "deleted and created again",
    (_, path) => {
      rmSync(path);
      writeFileSync(path, "");
    },
    REPLACED,
  ],
  [
    "deleted with its folder, which was replaced by a file",
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
    },
    DELETED,
  ],
];

/** Opens a store, damages its file, and returns the errors that the store reports. */
async function errorsAfter(
  harm: (path: string) => void,
  path: string,
  options: object,
): Promise<StoreError[]> {
  const errors: StoreError[] = [];
  const store = await openSqlite(path, options);
  try {
    store.onFatal((error) => errors.push(error));
    await store.commit([createPet(1n, 1)]);
    expect(await store.ping()).toBeUndefined();
    harm(path);
    await until("the loss to be reported", () => errors.length > 0, LIMIT_MS);
    expect(await storeErrorOf(store.ping())).toBe(errors[0]!);
  } finally {
    await store[Symbol.asyncDispose]();
  }
  return errors;
}

test("writing, touching and backing up a file is not reported as a loss", async () => {
  using folder = new TemporaryFolder();
  const [path, lost] = [folder.file("petstock.db"), folder.file("lost.db")];
  await using store = await openSqlite(path);
  const errors: StoreError[] = [];
  store.onFatal((error) => errors.push(error));
  const loser = await openSqlite(lost);
  let isLossReported = false;
  loser.onFatal(() => void (isLossReported = true));

  await store.commit([createPet(1n, 1)]);
  runSql(path, "PRAGMA wal_checkpoint(TRUNCATE)", `VACUUM INTO '${folder.file("backup.db")}'`);
  utimesSync(path, 1, 1);
  chmodSync(path, 0o600);
  copyFileSync(path, folder.file("copy.db"));
  // When the loss of the other file is reported, the watch has checked this file, too.
  rmSync(lost);
  await until("the loss of the other file to be reported", () => isLossReported, LIMIT_MS);
  await loser[Symbol.asyncDispose]();
  expect(errors).toEqual([]);
  expect(await store.commit([setTo(1n, 2)])).toMatchObject([{ kind: "updated" }]);
});

test.each(CASES)(
  "a file that was %s is reported once, and the store is not ready any more",
  async (_, harm, words) => {
    using temporary = new TemporaryFolder();
    const started = performance.now();
    const all = MODES.map(([, options], at) => {
      const folder = temporary.file(String(at));
      mkdirSync(folder);
      return errorsAfter((path) => harm(folder, path), `${folder}/petstock.db`, options);
    });
    for (const errors of await Promise.all(all)) {
      expect(errors).toMatchObject([{ code: "unusable", message: expect.stringMatching(words) }]);
    }
    process.stderr.write(`detected within ${Math.round(performance.now() - started)} ms\n`);
  },
  2 * LIMIT_MS,
);
