// Database files that are missing, foreign, damaged or too new: one line, exit code 1, and the file is unchanged.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { filesIn, runSql } from "../sqlite/embedded.ts";
import { type Finished, petstock, petstockProcess } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { csvOf, expectRefusal, Inventory, manyRows } from "./inventory.ts";

setDefaultTimeout(60_000);

/** Commands that open the file on the writer thread, open it on the main thread, and may create it. */
const KINDS = ["serve --port 0", "verify", "set 1 --quantity 2 --create"];
/** Commands that never create a database, because a missing file is most likely a typing error. */
const NEED_A_DATABASE = ["verify", "export", "history", "set 1 --quantity 2", "keys list", "keys revoke abc"];

interface Case {
  readonly what: string;
  /** Creates the file `petstock.db`; the case of a missing file does nothing. */
  readonly make: (folder: TemporaryFolder) => Promise<unknown>;
  readonly path?: string;
  readonly words: string;
  readonly commands: readonly string[];
}

const CASES: readonly Case[] = [
  {
    what: "a missing folder",
    make: async () => {},
    path: "missing/petstock.db",
    words: "missing does not exist",
    commands: KINDS,
  },
  {
    what: "a folder instead of a file",
    make: async (folder) => mkdirSync(folder.file("petstock.db")),
    words: "is not a regular file",
    commands: KINDS,
  },
  {
    what: "a typing mistake",
    make: async () => {},
    path: "typo.db",
    words: "there is no database at",
    commands: NEED_A_DATABASE,
  },
  {
    what: "a text file",
    make: (folder) => Bun.write(folder.file("petstock.db"), "This is my shopping list.\n".repeat(200)),
    words: "is no SQLite database",
    commands: KINDS,
  },
  {
    what: "another program's database",
    make: async (folder) => runSql(folder.file("petstock.db"), "CREATE TABLE bookmark (url TEXT)"),
    words: "another program",
    commands: KINDS,
  },
  {
    what: "a newer schema",
    make: (folder) => makeInventory(folder, "PRAGMA user_version = 999"),
    words: "a newer petstock (schema 999",
    commands: [...KINDS, "export", "history", "keys create --name till", "import stock.csv"],
  },
  {
    what: "a damaged schema",
    make: async (folder) => {
      await makeInventory(folder, "PRAGMA wal_checkpoint(TRUNCATE)");
      const file = folder.file("petstock.db");
      const bytes = await Bun.file(file).bytes();
      // The schema follows the file's header of 100 bytes.
      await Bun.write(file, bytes.fill(0xff, 100, 4_096));
    },
    words: "corrupt",
    commands: KINDS,
  },
];

describe.each(CASES.map((each) => [each.what, each] as const))("%s", (_, { make, path, words, commands }) => {
  test.each([...commands])("petstock %s", async (command) => {
    using folder = new TemporaryFolder();
    await make(folder);
    await Bun.write(folder.file("stock.csv"), csvOf(["1,1,sold"]));
    const before = filesIn(folder.path);
    const finished = await run(command, { folder, path: path ?? "petstock.db" });
    expectRefusal(finished, { exitCode: 1, words: [words, path ?? "petstock.db"] });
    expect(filesIn(folder.path)).toEqual(before);
  });
});

test("a damaged page makes verify end with 1", async () => {
  using inventory = await Inventory.of(...manyRows(20_000, (petId) => petId % 100));
  const bytes = await Bun.file(inventory.path).bytes();
  await Bun.write(inventory.path, bytes.fill(0xff, bytes.length - 40 * 4_096, bytes.length - 39 * 4_096));
  const { exitCode, stdout, stderr } = await inventory.run(["verify"]);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  expect(stderr.trimEnd().split("\n").at(-1)).toMatch(/^petstock: .+(?:corrupt|does not fold)/);
});

test("a database file truncated to 0 bytes does not count as an empty inventory", async () => {
  using folder = new TemporaryFolder();
  await Bun.write(folder.file("petstock.db"), "");
  const finished = await run("verify", { folder, path: "petstock.db" });
  expectRefusal(finished, { exitCode: 1, words: ["petstock.db"] });
  expect(Bun.file(folder.file("petstock.db")).size).toBe(0);
});

function run(
  command: string,
  { folder, path }: { folder: TemporaryFolder; path: string },
): Promise<Finished> {
  const start = command.startsWith("serve") ? petstockProcess : petstock;
  return start(command.split(" "), { cwd: folder.path, env: { DATABASE_URL: `sqlite:${path}` } });
}

async function makeInventory(folder: TemporaryFolder, sql: string): Promise<void> {
  using inventory = await Inventory.of("1,1,available");
  await Bun.write(folder.file("petstock.db"), Bun.file(inventory.path));
  runSql(folder.file("petstock.db"), sql);
}
