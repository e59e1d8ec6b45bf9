// Files that petstock restore refuses, and databases that it does not write to: each is refused in one line that says why, and
// nothing is changed.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, renameSync, symlinkSync, truncateSync } from "node:fs";
import { filesIn, runSql } from "../sqlite/embedded.ts";
import { expectRefusal, Inventory, manyRows } from "./inventory.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const PETS = 5_000;
const PAGE_BYTES = 4_096;

const source = shared(await Inventory.of(...manyRows(PETS, (petId) => petId % 1_000)));
await source.runOrThrow(["backup", "a.backup"]);

/** Another inventory, with a copy of the backup beside it. */
async function withBackup(): Promise<Inventory> {
  const inventory = await Inventory.of("7,7,sold");
  await Bun.write(inventory.folder.file("a.backup"), Bun.file(source.folder.file("a.backup")));
  return inventory;
}

async function overwrite(path: string, from: number, to: number): Promise<void> {
  const bytes = await Bun.file(path).bytes();
  await Bun.write(path, bytes.fill(0xa5, from, to));
}

const BAD_FILES: readonly (readonly [
  what: string,
  harm: (path: string, inventory: Inventory) => unknown,
  words: string,
])[] = [
  ["a file that is not there", (path) => renameSync(path, `${path}.moved`), "the file does not exist"],
  [
    "a folder",
    (path) => {
      renameSync(path, `${path}.moved`);
      mkdirSync(path);
    },
    "it is not a regular file",
  ],
  ["an empty file", (path) => truncateSync(path, 0), "the file is empty"],
  [
    "a text file",
    (path) => Bun.write(path, "This is my shopping list.\n".repeat(200)),
    "it is not a SQLite database",
  ],
  ["a file cut off in the middle", (path) => truncateSync(path, 40 * PAGE_BYTES), "it is damaged"],
  ["a file cut off behind its header", (path) => truncateSync(path, 100), "it is"],
  [
    "a file whose last page is cut off",
    (path) => truncateSync(path, Bun.file(path).size - PAGE_BYTES),
    "it is damaged",
  ],
  ["a page overwritten", (path) => overwrite(path, 30 * PAGE_BYTES, 31 * PAGE_BYTES), "it is damaged"],
  ["a schema overwritten", (path) => overwrite(path, 100, PAGE_BYTES), "it is damaged"],
  [
    "another program's database",
    (path) => {
      renameSync(path, `${path}.moved`);
      runSql(path, "CREATE TABLE bookmark (url TEXT)");
    },
    "it is a SQLite database of another program",
  ],
  [
    "a database without anything",
    (path) => {
      renameSync(path, `${path}.moved`);
      runSql(path, "PRAGMA user_version = 3");
    },
    "it is a SQLite database of another program",
  ],
  ["a newer schema", (path) => runSql(path, "PRAGMA user_version = 999"), "a newer petstock (schema 999"],
  [
    "a stock that the ledger does not fold to",
    (path) => runSql(path, "UPDATE inventory SET quantity = 77 WHERE pet_id = 1234"),
    "its ledger does not fold to its stock: pet 1234:",
  ],
  [
    "a ledger that lacks a line",
    (path) => runSql(path, "DELETE FROM ledger_entry WHERE pet_id = 1234"),
    "its ledger does not fold to its stock: pet 1234:",
  ],
  [
    "the database itself, by another name",
    (path, inventory) => {
      renameSync(path, `${path}.moved`);
      symlinkSync(inventory.path, path);
    },
    "it is the database to restore into",
  ],
  ["a history that is lost", (path) => runSql(path, "DELETE FROM commit_mark"), "it has lost its history"],
  [
    "an inventory that had moved",
    (path) => runSql(path, "INSERT INTO retirement VALUES (1, 1000, 'postgres://db.example/pets')"),
    "its inventory had moved to postgres://db.example/pets before",
  ],
];

describe("a file is refused, and nothing is changed, if it is", () => {
  test.each(BAD_FILES)("%s", async (_, harm, words) => {
    using inventory = await withBackup();
    await harm(inventory.folder.file("a.backup"), inventory);
    const before = filesIn(inventory.folder.path);
    for (const how of ["--yes", "--dry-run"]) {
      const finished = await inventory.run(["restore", "a.backup", how]);
      expectRefusal(finished, { exitCode: 1, words: ["a.backup", words] });
    }
    expect(filesIn(inventory.folder.path)).toEqual(before);
  });
});

test("a refused file does not create a database", async () => {
  using inventory = await withBackup();
  runSql(inventory.folder.file("a.backup"), "DELETE FROM ledger_entry WHERE pet_id = 1234");
  const path = inventory.folder.file("new.db");
  const before = filesIn(inventory.folder.path);
  const finished = await inventory.run(["restore", "a.backup", "--yes"], {
    env: { DATABASE_URL: `sqlite:${path}` },
  });
  expectRefusal(finished, { exitCode: 1, words: ["does not fold"] });
  expect(filesIn(inventory.folder.path)).toEqual(before);
});

describe("a database is not written to, and nothing is changed, if", () => {
  test("its inventory has moved", async () => {
    using inventory = await withBackup();
    const target = `sqlite:${inventory.folder.file("new.db")}`;
    await inventory.runOrThrow(["move", "--from", inventory.url, "--to", target]);
    const before = filesIn(inventory.folder.path);
    const finished = await inventory.run(["restore", "a.backup", "--yes"]);
    expectRefusal(finished, { exitCode: 1, words: ["was retired on", target] });
    expect(filesIn(inventory.folder.path)).toEqual(before);
  });

  test("it belongs to another program", async () => {
    using inventory = await withBackup();
    const path = inventory.folder.file("other.db");
    runSql(path, "CREATE TABLE bookmark (url TEXT)");
    const before = filesIn(inventory.folder.path);
    const finished = await inventory.run(["restore", "a.backup", "--yes"], {
      env: { DATABASE_URL: `sqlite:${path}` },
    });
    expectRefusal(finished, { exitCode: 1, words: ["other.db is a SQLite database of another program"] });
    expect(filesIn(inventory.folder.path)).toEqual(before);
  });

  test("another process keeps it locked for too long", async () => {
    using inventory = await withBackup();
    using other = new Database(inventory.path);
    other.run("BEGIN IMMEDIATE");
    const finished = await inventory.run(["restore", "a.backup", "--dry-run"]);
    expect(finished.exitCode).toBe(0);
    const refused = await inventory.run(["restore", "a.backup", "--yes", "--lock-timeout", "100ms"]);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("another process kept the database locked for 100 ms");
    other.run("ROLLBACK");
    expect(await inventory.csv()).toContain("\n7,7,sold\n");
    expect(
      Object.keys(filesIn(inventory.folder.path)).filter((name) => /before|restoring/.test(name)),
    ).toEqual([]);
  });

  test.each([
    ["is overwritten", (path: string) => Bun.write(path, "This is my shopping list.\n".repeat(200))],
    ["is cut off to nothing", (path: string) => truncateSync(path, 0)],
    ["has a damaged schema", (path: string) => overwrite(path, 100, PAGE_BYTES)],
  ])("it %s; once it is moved away, the backup is restored", async (_, harm) => {
    using inventory = await withBackup();
    await harm(inventory.path);
    const before = filesIn(inventory.folder.path);
    const finished = await inventory.run(["restore", "a.backup", "--yes"]);
    expectRefusal(finished, {
      exitCode: 1,
      words: ["petstock.db", `move ${inventory.path} and its -wal away`],
    });
    expect(filesIn(inventory.folder.path)).toEqual(before);
    renameSync(inventory.path, inventory.folder.file("moved.db"));
    await inventory.runOrThrow(["restore", "a.backup", "--yes"]);
    expect((await inventory.state()).pets).toBe(PETS);
  });
});
