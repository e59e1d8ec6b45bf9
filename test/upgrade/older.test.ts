// The next version on a database of this one: only serve and migrate migrate it. Every other command refuses it and changes nothing, so
// that a service of this version beside it goes on.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { everyCommand } from "../cli/every-command.ts";
import { expectRefusal } from "../cli/inventory.ts";
import { filesIn } from "../sqlite/embedded.ts";
import { type Finished, petstock } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TestService } from "../support/service.ts";
import { shared } from "../support/shared.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { postgresEngine, rawSqlite, sqliteEngine } from "./engines.ts";
import { NextVersion } from "./next-version.ts";
import { KEY, makeShop, NEXT, type RawDatabase, STOCK } from "./shop.ts";

setDefaultTimeout(300_000);

const next = shared(new NextVersion(NEXT));

const OLDER = [
  "was written by an older petstock (schema 1, and this program works with 2)",
  '"petstock migrate"',
];

/** Each command with arguments for the shop. `FILE` has rows of pets, `BACKUP` is one of the shop. */
const COMMANDS: readonly (readonly [words: string, ...args: readonly string[]])[] = [
  ["list"],
  ["history"],
  ["export"],
  ["verify"],
  ["import", "FILE"],
  ["import", "FILE", "--dry-run"],
  ["labels import", "FILE"],
  ["labels import", "FILE", "--dry-run"],
  ["labels export"],
  ["set", "1", "--quantity", "6"],
  ["set", "5", "--quantity", "6", "--create"],
  ["adjust", "1", "--by", "1"],
  ["remove", "1"],
  ["undo", "3"],
  ["undo", "3", "--dry-run"],
  ["prune", "--before", "90d"],
  ["prune", "--before", "90d", "--dry-run"],
  ["keys list"],
  ["keys create", "--name", "new"],
  ["keys rotate", "key1"],
  ["keys revoke", "key1"],
  ["keys link", "key4"],
  ["hooks list"],
  ["hooks create", "--name", "new", "--to", "https://example.com/"],
  ["hooks test", "hook1"],
  ["hooks pause", "hook1"],
  ["hooks resume", "hook1"],
  ["hooks rotate", "hook1"],
  ["hooks delete", "hook1"],
];
const OF_FILES: typeof COMMANDS = [
  ["compact"],
  ["compact", "--dry-run"],
  ["restore", "BACKUP", "--yes"],
  ["restore", "BACKUP", "--dry-run"],
];

/** They open no database, or are tried below. */
const OTHERS = ["serve", "migrate", "backup", "move", "ready", "mcp", "version", "completion", "man", "help"];

test("every command is tried", () => {
  const tried = [...COMMANDS, ...OF_FILES].map(([words]) => words);
  const leaves = everyCommand()
    .filter(([, command]) => command.commands.length === 0)
    .map(([words]) => words);
  expect(leaves.filter((words) => !tried.includes(words)).toSorted()).toEqual(OTHERS.toSorted());
});

function on(database: RawDatabase, args: readonly string[]): Promise<Finished> {
  return next.runHere([...args, "--database", database.url]);
}

async function expectUnchanged(database: RawDatabase): Promise<void> {
  expect(await database.version()).toBe(1);
  expect(await database.number("SELECT max(revision) FROM commit_mark")).toBe(5);
  expect(await database.number("SELECT value FROM api_key_counter")).toBe(4);
}

describe.each([sqliteEngine(), postgresEngine])("$name", (engine) => {
  test("every other command refuses an older database, and a service of its version goes on", async () => {
    await using database = await makeShop(engine);
    using files = new TemporaryFolder();
    writeFileSync(files.file("pets.csv"), "petId,quantity,status\n1,9,sold\n");
    if (engine.name === "sqlite")
      expect((await on(database, ["backup", files.file("shop.backup")])).exitCode).toBe(0);
    await using service = await TestService.start({ database: database.url });
    for (const [words, ...args] of engine.name === "sqlite" ? [...COMMANDS, ...OF_FILES] : COMMANDS) {
      const named = args.map((arg) =>
        arg.replace(/^FILE$/, files.file("pets.csv")).replace(/^BACKUP$/, files.file("shop.backup")),
      );
      expectRefusal(await on(database, [...words.split(" "), ...named]), { exitCode: 1, words: OLDER });
    }
    await expectUnchanged(database);
    expect((await service.update(KEY, 1, 6)).status).toBe(200);
    expect((await service.list(KEY)).status).toBe(200);
    expect(service.log.filter(({ msg }) => msg.startsWith("database_"))).toEqual([]);
    expect(await service.stop()).toBe(0);
  });

  test("it is moved neither from nor into", async () => {
    await using database = await makeShop(engine);
    using folder = new TemporaryFolder();
    const fresh = `sqlite:${folder.file("fresh.db")}`;
    expect((await next.runHere(["keys", "create", "--name", "till", "--database", fresh])).exitCode).toBe(0);
    const elsewhere = `sqlite:${folder.file("elsewhere.db")}`;
    for (const [from, to] of [
      [database.url, elsewhere],
      [fresh, database.url],
    ])
      expectRefusal(await next.runHere(["move", "--from", from!, "--to", to!]), {
        exitCode: 1,
        words: OLDER,
      });
    await expectUnchanged(database);
    expect(existsSync(folder.file("elsewhere.db"))).toBe(false);
    expect((await next.runHere(["list", "--database", fresh])).exitCode).toBe(0);
  });

  test("migrate --dry-run says what migrate would do, and changes nothing", async () => {
    await using database = await makeShop(engine);
    const planned = await on(database, ["migrate", "--dry-run", "--json"]);
    expect(planned).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^Would migrate \S+ from schema 1 to 2\.\nNothing was changed\.\n$/),
    });
    expect(JSON.parse(planned.stdout)).toEqual({
      database: expect.any(String),
      from: 1,
      to: 2,
      missingIndexes: [],
      dryRun: true,
    });
    await expectUnchanged(database);
    expect((await on(database, ["migrate"])).exitCode).toBe(0);
    const after = await on(database, ["migrate", "--dry-run"]);
    expect([after.exitCode, after.stderr]).toEqual([
      0,
      expect.stringMatching(/ has schema 2, which is that of this version\.\nNothing was changed\.\n$/),
    ]);
    expect((await on(database, ["list", "--json"])).stdout.trim().split("\n")).toEqual(STOCK);
  });

  test("serve migrates it, and says so once in its log", async () => {
    await using database = await makeShop(engine);
    for (const expected of [[{ from: 1, to: 2, durationMs: expect.any(Number) }], []]) {
      await using service = await TestService.start({ database: database.url, program: next.program });
      expect(service.log.filter(({ msg }) => msg === "database_migrated")).toMatchObject(expected);
      expect((await service.list(KEY)).status).toBe(200);
      expect(await service.stop()).toBe(0);
    }
    expect(await database.version()).toBe(2);
  });

  test("an older program's migrate refuses a newer database", async () => {
    await using database = await makeShop(engine);
    await database.upgrade();
    for (const args of [["migrate"], ["migrate", "--dry-run"]])
      expectRefusal(await petstock([...args, "--database", database.url]), {
        exitCode: 1,
        words: ["written by a newer petstock (schema 2, and this program knows 1); update petstock"],
      });
    expect(await database.version()).toBe(2);
  });
});

test("sqlite: a refused command leaves every byte of the file", async () => {
  using folder = new TemporaryFolder();
  const database = await makeShop({ name: "sqlite", make: async () => rawSqlite(folder) });
  const before = filesIn(folder.path);
  for (const args of [["list"], ["set", "1", "--quantity", "6"], ["migrate", "--dry-run"]])
    await on(database, args);
  expect(filesIn(folder.path)).toEqual(before);
});

test("sqlite: migrate creates a missing database, its dry run does not", async () => {
  using folder = new TemporaryFolder();
  const path = folder.file("new.db");
  const run = (...args: readonly string[]) => petstock(["migrate", ...args, "--database", `sqlite:${path}`]);
  expect((await run("--dry-run")).stderr).toEndWith("with schema 1.\nNothing was changed.\n");
  expect(existsSync(path)).toBe(false);
  expect(await run()).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^Created .+ with schema 1\.\n$/),
  });
  expect((await petstock(["verify", "--database", `sqlite:${path}`])).exitCode).toBe(0);
});

test("postgres: commands that only read make no tables in an empty database; migrate does", async () => {
  await using database = await makeDatabase(await sharedServer());
  const tables = async () =>
    (await database.run("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).length;
  const run = (...args: readonly string[]) => petstock([...args, "--database", database.url]);
  for (const args of [["list"], ["verify"], ["keys", "list"], ["set", "1", "--quantity", "2"]])
    expectRefusal(await run(...args), { exitCode: 1, words: ["has no inventory", '"petstock migrate"'] });
  expect((await run("migrate", "--dry-run")).stderr).toStartWith("Would create ");
  expect(await tables()).toBe(0);
  expect((await run("migrate")).stderr).toStartWith("Created ");
  expect(await tables()).toBeGreaterThan(5);
  expect((await run("verify")).exitCode).toBe(0);
});

test("postgres: where another server is unavailable, the refusal is still that of the schema", async () => {
  await using database = await makeShop(postgresEngine);
  const url = database.url.replace(/(127\.0\.0\.1|localhost):(\d+)/, "$1:$2,127.0.0.1:1");
  expect(url).not.toBe(database.url);
  expectRefusal(await next.runHere(["list", "--database", url]), { exitCode: 1, words: OLDER });
});
