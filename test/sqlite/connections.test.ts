// Connections are closed with the work that opened them. A leaked one keeps a snapshot, so that the log grows without limit.

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { createPet, IMPORT, importRows, rows, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { filesIn, MODES, openSqlite, runSql, storeErrorOf } from "./embedded.ts";

const OWN_FILES = "/proc/self/fd";

/** The files below a folder that this process holds open. */
function openFilesIn(folder: string): string[] {
  const targets = readdirSync(OWN_FILES).map((name) => {
    try {
      return readlinkSync(`${OWN_FILES}/${name}`);
    } catch {
      // Closed since the folder was listed: the listing's own descriptor always is.
      return "";
    }
  });
  return targets.filter((target) => target.startsWith(`${folder}/`)).toSorted();
}

const TASKS: readonly (readonly [string, (store: InventoryStore) => Promise<unknown>])[] = [
  ["reading everything", (store) => store.readAll(() => {})],
  [
    "an interrupted reading",
    (store) =>
      store
        .readAll(() => {
          throw new Error("enough");
        })
        .catch(() => {}),
  ],
  ["a verification", (store) => store.verify()],
  ["an import", (store) => importRows(store, rows([1n, Date.now() % 1_000_000]))],
  ["a dry run", (store) => importRows(store, rows([1n, 5]), { dryRun: true })],
  [
    "an abandoned import",
    async (store) => {
      await using stage = await store.stageImport();
      await stage.add(rows([1n, 5]));
    },
  ],
  [
    "a refused import",
    async (store) => {
      await using stage = await store.stageImport();
      await stage.add(rows([1n, -5]));
      await stage.apply(IMPORT).catch(() => {});
    },
  ],
];

for (const [mode, options] of MODES) {
  describe(`a store ${mode}`, () => {
    test.each(TASKS)("can truncate the log after %s", async (_, work) => {
      using folder = new TemporaryFolder();
      const path = folder.file("petstock.db");
      await using store = await openSqlite(path, options);
      await store.commit([createPet(1n, 1), createPet(2n, 1)]);
      for (let round = 2; round < 5; round++) {
        await work(store);
        await store.commit([setTo(2n, round)]);
      }
      using other = new Database(path);
      const [checkpoint] = other.query("PRAGMA wal_checkpoint(TRUNCATE)").values();
      expect(checkpoint).toEqual([0, 0, 0]);
    });

    test("leaves only the database file when it is closed", async () => {
      using folder = new TemporaryFolder();
      {
        await using store = await openSqlite(folder.file("petstock.db"), options);
        await store.commit([createPet(1n, 1)]);
        for (const [, work] of TASKS) await work(store);
      }
      expect(Object.keys(filesIn(folder.path))).toEqual(["petstock.db"]);
    });

    describe.if(existsSync(OWN_FILES))("its open files", () => {
      test.each(TASKS)("do not increase after repeating %s", async (_, work) => {
        using folder = new TemporaryFolder();
        await using store = await openSqlite(folder.file("petstock.db"), options);
        await store.commit([createPet(1n, 1)]);
        // SQLite keeps the file of a closed connection open: closing it would drop this process's locks (POSIX).
        await work(store);
        const before = openFilesIn(folder.path);
        expect(before).toContain(folder.file("petstock.db"));
        for (let round = 0; round < 4; round++) await work(store);
        expect(openFilesIn(folder.path)).toEqual(before);
      });

      test("do not increase after work that cannot begin, and stores that cannot be opened", async () => {
        using folder = new TemporaryFolder();
        const path = folder.file("petstock.db");
        await using store = await openSqlite(path, options);
        const refused = async () => {
          for (const begin of [
            store.readAll(() => {}),
            store.verify(),
            store.exportAll(async () => {}),
            openSqlite(path),
          ]) {
            expect((await storeErrorOf(begin)).message).toContain("has lost its history");
          }
        };
        runSql(path, "DELETE FROM commit_mark");
        await refused();
        const before = openFilesIn(folder.path);
        for (let round = 0; round < 4; round++) await refused();
        expect(openFilesIn(folder.path)).toEqual(before);
      });

      test("are closed with the store", async () => {
        using folder = new TemporaryFolder();
        const store = await openSqlite(folder.file("petstock.db"), options);
        await store.commit([createPet(1n, 1)]);
        for (const [, work] of TASKS) await work(store);
        await store[Symbol.asyncDispose]();
        expect(openFilesIn(folder.path)).toEqual([]);
      });
    });
  });
}
