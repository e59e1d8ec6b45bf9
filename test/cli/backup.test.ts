// petstock backup: one complete file that only its owner can read, and that never replaces another; or no file.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { filesIn, runSql } from "../sqlite/embedded.ts";
import { petstock } from "../support/petstock.ts";
import { expectRefusal, Inventory } from "./inventory.ts";

setDefaultTimeout(60_000);

const ROWS = ["-9223372036854775808,0,sold", "1,1,available", "9007199254740993,3,pending"];

function pragmaOf(path: string, name: string): unknown {
  using db = new Database(path, { readonly: true });
  return db.query(`PRAGMA ${name}`).values()[0]?.[0];
}

test("a backup is one file that only its owner can read, with the whole database, and the report has its contents", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.runOrThrow(["keys", "create", "--name", "till"]);
  await inventory.runOrThrow(["set", "1", "--quantity", "5"]);
  const before = filesIn(inventory.folder.path);
  const { stdout, stderr } = await inventory.runOrThrow(["backup", "a.backup", "--json"]);
  expect(stderr).toBe(
    "Backed up 3 pets, 4 movements and 1 API key as of revision 2 to a.backup; the backup was verified.\n",
  );
  const path = inventory.folder.file("a.backup");
  expect(JSON.parse(stdout)).toEqual({
    database: inventory.path,
    file: "a.backup",
    bytes: statSync(path).size,
    revision: 2,
    pets: 3,
    movements: 4,
    keys: 1,
    labels: 0,
    lastChangedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    movedTo: null,
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const { "a.backup": _, "petstock.db.last-backup": note, ...others } = filesIn(inventory.folder.path);
  expect(note).toBeDefined();
  expect(others).toEqual(before);
  // It can be read without a file beside it, so also in a read-only folder.
  expect(pragmaOf(path, "journal_mode")).toBe("delete");
  expect(readdirSync(inventory.folder.path).toSorted()).toEqual([
    "a.backup",
    "petstock.db",
    "petstock.db.last-backup",
  ]);
  const state = await inventory.state();
  const copied = await petstock(["verify", "--json"], { env: { DATABASE_URL: `sqlite:${path}` } });
  expect(JSON.parse(copied.stdout).position).toEqual(state.position);
});

describe("an existing file is not overwritten, and no other file is left:", () => {
  test.each([
    ["a file", (path: string) => writeFileSync(path, "mine")],
    ["an empty file", (path: string) => writeFileSync(path, "")],
    ["a folder", (path: string) => mkdirSync(path)],
    ["a link to a file", (path: string) => symlinkSync("petstock.db", path)],
    ["a link to nowhere", (path: string) => symlinkSync("nowhere", path)],
  ])("%s", async (what, make) => {
    using inventory = await Inventory.of(...ROWS);
    make(inventory.folder.file("a.backup"));
    const isBroken = what.endsWith("nowhere");
    const before = isBroken ? undefined : filesIn(inventory.folder.path);
    const finished = await inventory.run(["backup", "a.backup"]);
    expectRefusal(finished, { exitCode: 1, words: ["a.backup exists already", "name another file"] });
    if (before !== undefined) expect(filesIn(inventory.folder.path)).toEqual(before);
    expect(readdirSync(inventory.folder.path).toSorted()).toEqual(["a.backup", "petstock.db"]);
  });
});

test("the folder of a backup may be a symbolic link", async () => {
  using inventory = await Inventory.of(...ROWS);
  mkdirSync(inventory.folder.file("real"));
  symlinkSync("real", inventory.folder.file("link"));
  await inventory.runOrThrow(["backup", "link/a.backup"]);
  expect(readdirSync(inventory.folder.file("real"))).toEqual(["a.backup"]);
});

test.each([
  ["a missing folder", "no/such/a.backup", ["no/such does not exist; make it first"]],
  ["a file instead of the folder", "petstock.db/a.backup", ["petstock.db/a.backup", "cannot be written"]],
])("%s is named in the error", async (_, path, words) => {
  using inventory = await Inventory.of(...ROWS);
  expectRefusal(await inventory.run(["backup", path]), { exitCode: 1, words });
});

test("a missing file, or one that is not a database, cannot be backed up", async () => {
  using inventory = await Inventory.of(...ROWS);
  await inventory.write("text.db", "This is my shopping list.\n".repeat(200));
  for (const [database, words] of [
    ["missing.db", "there is no database at missing.db"],
    ["text.db", "no SQLite database"],
  ] as const) {
    const finished = await inventory.run(["backup", "a.backup"], {
      env: { DATABASE_URL: `sqlite:${database}` },
    });
    expectRefusal(finished, { exitCode: 1, words: [words] });
  }
  expect(readdirSync(inventory.folder.path).toSorted()).toEqual(["petstock.db", "text.db"]);
});

test("an inventory that could not be restored is not backed up", async () => {
  using inventory = await Inventory.of(...ROWS);
  runSql(inventory.path, "UPDATE inventory SET quantity = 9 WHERE pet_id = 1");
  const finished = await inventory.run(["backup", "a.backup"]);
  expectRefusal(finished, { exitCode: 1, words: ["does not fold", "pet 1:", "petstock verify"] });
  expect(readdirSync(inventory.folder.path)).toEqual(["petstock.db"]);
});

test("the backup of a moved inventory says where it has moved to", async () => {
  using inventory = await Inventory.of(...ROWS);
  const target = `sqlite:${inventory.folder.file("new.db")}`;
  await inventory.runOrThrow(["move", "--from", inventory.url, "--to", target]);
  const { stderr, stdout } = await inventory.runOrThrow(["backup", "a.backup", "--json"]);
  expect(stderr).toContain(`This inventory has moved to ${target}: back up that database instead.`);
  expect(JSON.parse(stdout).movedTo).toBe(target);
});

describe("with PostgreSQL", () => {
  test.each([
    ["backup", "pg_dump --format=custom --file=a.backup --dbname=postgres://db.example:5432/pets"],
    [
      "restore",
      "pg_restore --clean --if-exists --single-transaction --dbname=postgres://db.example:5432/pets a.backup",
    ],
  ])("petstock %s names the tool of PostgreSQL, and shows no password", async (command, line) => {
    const env = { DATABASE_URL: "postgres://till:secret@db.example:5432/pets" };
    const finished = await petstock([command, "a.backup", ...(command === "restore" ? ["--yes"] : [])], {
      env,
    });
    expectRefusal(finished, { exitCode: 2, words: [line, "docs/backup.md"] });
    expect(finished.stderr).not.toContain("secret");
  });
});
