// Connections end with the work that needed them. One that stays pins the log, which then grows without bound, and holds
// the file, which then nobody can replace.

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

const WORKS: readonly (readonly [string, (store: InventoryStore) => Promise<unknown>])[] = [
  ["reading everything", (store) => store.readAll(() => {})],
  [
    "giving up in the middle of reading",
    (store) =>
      store
        .readAll(() => {
          throw new Error("enough");
        })
        .catch(() => {}),
  ],
  ["a proof", (store) => store.verify()],
  ["an import", (store) => importRows(store, rows([1n, Date.now() % 1_000_000]))],
  ["a dry run", (store) => importRows(store, rows([1n, 5]), { dryRun: true })],
  [
    "an import that was given up",
    async (store) => {
      await using stage = await store.stageImport();
      await stage.add(rows([1n, 5]));
    },
  ],
  [
    "an import that was refused",
    async (store) => {
      await using stage = await store.stageImport();
      await stage.add(rows([1n, -5]));
      await stage.apply(IMPORT).catch(() => {});
    },
  ],
];

for (const [mode, options] of MODES) {
  describe(`a store ${mode}`, () => {
    test.each(WORKS)("after %s, lets the log be written back and emptied", async (_, work) => {
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

    test("leaves one file when it is closed: no log, no index", async () => {
      using folder = new TemporaryFolder();
      {
        await using store = await openSqlite(folder.file("petstock.db"), options);
        await store.commit([createPet(1n, 1)]);
        for (const [, work] of WORKS) await work(store);
      }
      expect(Object.keys(filesIn(folder.path))).toEqual(["petstock.db"]);
    });

    describe.if(existsSync(OWN_FILES))("in the process's list of open files", () => {
      test.each(WORKS)("has no more of them the more often after %s", async (_, work) => {
        using folder = new TemporaryFolder();
        await using store = await openSqlite(folder.file("petstock.db"), options);
        await store.commit([createPet(1n, 1)]);
        // SQLite keeps a closed connection's file for the next one, since closing it would give up this process's locks.
        await work(store);
        const before = openFilesIn(folder.path);
        expect(before).toContain(folder.file("petstock.db"));
        for (let round = 0; round < 4; round++) await work(store);
        expect(openFilesIn(folder.path)).toEqual(before);
      });

      test("has no more of them the more often work cannot begin, or nobody can open it", async () => {
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

      test("has none of them when it is closed", async () => {
        using folder = new TemporaryFolder();
        const store = await openSqlite(folder.file("petstock.db"), options);
        await store.commit([createPet(1n, 1)]);
        for (const [, work] of WORKS) await work(store);
        await store[Symbol.asyncDispose]();
        expect(openFilesIn(folder.path)).toEqual([]);
      });
    });
  });
}
