// Databases of builds before the first release: refused with a sentence that says what to do, and left as they are.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { expectRefusal, Inventory } from "../cli/inventory.ts";
import { petstock, petstockProcess } from "../support/petstock.ts";
import { filesIn } from "../sqlite/embedded.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { postgresEngine } from "./engines.ts";

setDefaultTimeout(60_000);

const WORDS = [
  "written by a petstock before the first release",
  "petstock export",
  "petstock labels export",
  "import them",
];

/** As such a build left it, with the tables that tell it from a database of another program. */
const TABLES = `
  CREATE TABLE inventory (pet_id BIGINT PRIMARY KEY, quantity INTEGER NOT NULL, status TEXT NOT NULL, revision BIGINT NOT NULL);
  CREATE TABLE once_record (scope TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (scope, key));
  INSERT INTO inventory VALUES (1, 5, 'available', 1);`;
const COMMANDS = [
  ["list"],
  ["verify"],
  ["set", "1", "--quantity", "6"],
  ["keys", "list"],
  ["export"],
  ["serve", "--port", "0"],
];

describe("sqlite", () => {
  test.each([1, 7])(
    "a file with schema %d of development is refused by every command, and unchanged",
    async (version) => {
      using folder = new TemporaryFolder();
      makeFile(folder.file("petstock.db"), version);
      const before = filesIn(folder.path);
      for (const command of COMMANDS) {
        const finished = await petstock([...command, "--database", `sqlite:${folder.file("petstock.db")}`]);
        expectRefusal(finished, { exitCode: 1, words: WORDS });
      }
      expect(filesIn(folder.path)).toEqual(before);
    },
  );

  test("such a backup is not restored", async () => {
    using inventory = await Inventory.of("1,5,available");
    makeFile(inventory.folder.file("old.backup"), 7);
    const finished = await inventory.run(["restore", "old.backup", "--yes"]);
    expectRefusal(finished, { exitCode: 1, words: WORDS });
  });
});

test("postgres: such a database is refused by every command, and unchanged", async () => {
  await using database = await postgresEngine.make();
  await database.run(`${TABLES}
    CREATE TABLE petstock_schema (version integer NOT NULL); INSERT INTO petstock_schema VALUES (6);`);
  for (const command of COMMANDS) {
    const finished = await petstockProcess([...command, "--database", database.url]);
    expectRefusal(finished, { exitCode: 1, words: WORDS });
  }
  expect(await database.number("SELECT version FROM petstock_schema")).toBe(6);
  expect(await database.number("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")).toBe(3);
});

function makeFile(path: string, version: number): void {
  using db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run(`PRAGMA application_id = 1346720851; PRAGMA user_version = ${version}; ${TABLES}`);
}
