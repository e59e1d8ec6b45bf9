// petstock export: import reads it back exactly, it equals the list of the API, and a file is never incomplete.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { TRANSFER_FORMATS } from "../../src/transfer/format.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { csvOf, expectRefusal, Inventory, manyRows } from "./inventory.ts";

setDefaultTimeout(60_000);

const ROWS = [
  "-9223372036854775808,0,sold",
  "-5,2147483647,pending",
  "0,1,available",
  "9007199254740993,3,sold",
  "9223372036854775807,4,available",
];

describe.each([...TRANSFER_FORMATS])("%s", (format) => {
  test("an export is imported back exactly, and a second export has the same bytes", async () => {
    using inventory = await Inventory.of(...ROWS);
    using empty = new Inventory();
    const { stdout } = await inventory.runOrThrow(["export", "--format", format]);
    await empty.write(`stock.${format}`, stdout);
    await empty.runOrThrow(["import", `stock.${format}`]);
    const again = await empty.runOrThrow(["export", "--format", format]);
    expect(again.stdout).toBe(stdout);
    expect(await empty.csv()).toBe(csvOf(ROWS));
  });

  test("an empty inventory is exported as an empty file of its format, and imported back", async () => {
    using inventory = await Inventory.of();
    const { stdout } = await inventory.runOrThrow(["export", "--format", format]);
    expect(stdout).toBe({ csv: csvOf([]), ndjson: "\n", json: "[]" }[format]);
    await inventory.runOrThrow(["import", "-", "--format", format], { stdin: stdout });
  });

  test("--output takes the format from the file's name, and stdout stays empty", async () => {
    using inventory = await Inventory.of(...ROWS);
    const [plain, file] = await Promise.all([
      inventory.runOrThrow(["export", "--format", format]),
      inventory.runOrThrow(["export", "--output", `out.${format}`]),
    ]);
    const { position } = await inventory.state();
    expect(file).toEqual({
      exitCode: 0,
      stdout: "",
      stderr: `Exported 5 pets as of revision 1 (--if-unchanged-since 1-${position.nonce}).\n`,
    });
    expect(await inventory.read(`out.${format}`)).toBe(plain.stdout);
  });
});

test("an export as JSON is the API's list, byte for byte", async () => {
  await using service = await TestService.start({ rows: [...ROWS, ...manyRows(9_000, (petId) => petId)] });
  const key = await service.makeKey();
  const { text } = await service.list(key);
  const { stdout } = await petstockOrThrow(["export", "--format", "json", "--database", service.databaseUrl]);
  expect(stdout === text).toBe(true);
  expect(text.length).toBeGreaterThan(400_000);
});

describe("--output writes a complete file or none", () => {
  test.each([
    ["a missing folder", "missing/out.csv"],
    ["the name of a folder", "folder.csv"],
  ])("%s ends with 1 and one line, and leaves nothing", async (_, output) => {
    using inventory = await Inventory.of(...ROWS);
    mkdirSync(inventory.folder.file("folder.csv"));
    const finished = await inventory.run(["export", "--output", output]);
    expectRefusal(finished, { exitCode: 1, words: [`${output} cannot be written`] });
    expect(inventory.files()).toEqual(["folder.csv"]);
  });

  test("a database that fails in the middle leaves the existing file", async () => {
    using inventory = await Inventory.of(...manyRows(50_000, (petId) => petId));
    await inventory.write("out.csv", "the old file\n");
    spoilLastPage(inventory.path);
    const finished = await inventory.run(["export", "--output", "out.csv"]);
    expectRefusal(finished, { exitCode: 1, words: ["corrupt"] });
    expect((await inventory.read("out.csv")).slice(0, 40)).toBe("the old file\n");
    expect(inventory.files()).toEqual(["out.csv"]);
  });

  test("a disk that is full halfway leaves the existing file", async () => {
    using inventory = await Inventory.of(...manyRows(4_000, (petId) => 2_000_000_000 + petId));
    await inventory.write("out.csv", "the old file\n");
    // 80 blocks of 512 bytes are enough for SQLite's shared memory, and less than half of what is to be written.
    const { exitCode, stderr } = await inventory.throughShell(
      `trap "" XFSZ; ulimit -f 80; "$@" export --output out.csv`,
    );
    expect(stderr).toMatch(/^petstock: out\.csv cannot be written: [^\n]+\n$/);
    expect(exitCode).toBe(1);
    expect((await inventory.read("out.csv")).slice(0, 40)).toBe("the old file\n");
    expect(inventory.files()).toEqual(["out.csv"]);
  });
});

describe("a reader of the pipe", () => {
  test("that closes it early, as head -1 does, is not a failure", async () => {
    using inventory = await Inventory.of(...manyRows(50_000, (petId) => petId));
    const { stdout, stderr } = await inventory.throughShell(
      `{ "$@" export; echo "ended with $?" >&2; } | head -1`,
    );
    expect(stdout).toBe("petId,quantity,status\n");
    expect(stderr).toBe("ended with 0\n");
  });

  test("that reads to the end gets all rows", async () => {
    using inventory = await Inventory.of(...manyRows(50_000, (petId) => petId));
    const { stdout, stderr } = await inventory.throughShell(`"$@" export | tail -1`);
    expect(stdout).toBe("50000,50000,available\n");
    expect(stderr).toMatch(
      /^Exported 50,000 pets as of revision 1 \(--if-unchanged-since 1-[0-9a-f]{16}\)\.\n$/,
    );
  });
});

/** Overwrites the last leaf of the inventory's table, which only reading all of it reaches. */
function spoilLastPage(path: string): void {
  const db = new Database(path, { readwrite: true });
  const last =
    "SELECT pageno, pgsize, pgoffset FROM dbstat WHERE name = 'inventory' AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1";
  const row = db.query(last).get() as { pgsize: number; pgoffset: number };
  db.close();
  const file = openSync(path, "r+");
  writeSync(file, new Uint8Array(row.pgsize).fill(0xff), 0, row.pgsize, row.pgoffset);
  closeSync(file);
}
