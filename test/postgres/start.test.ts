// Starting on PostgreSQL: many servers at the same time, and unusable databases. Each refusal is one line without the password.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Position } from "../../src/inventory/position.ts";
import { expectRefusal } from "../cli/inventory.ts";
import { createPet, expectConsistent, kinds } from "../store/engine.ts";
import { type Finished, petstockProcess } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { PASSWORD } from "../support/postgres-installation.ts";
import { sized } from "../support/sizes.ts";
import { Fleet } from "./fleet.ts";
import { openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

const SERVERS = 20;
/** This many of them are processes; the others are stores in this process. */
const PROCESSES = sized({ quick: 2, hours: 6 });

/** The service, a reading command, and a writing command. */
const COMMANDS = ["serve --port 0", "verify", "keys create --name till"];

function run(command: string, url: string): Promise<Finished> {
  return petstockProcess(command.split(" "), { env: { DATABASE_URL: url } });
}

/** One line with these words, and without any password. */
function expectRefused(finished: Finished, expected: { exitCode: number; words: readonly string[] }): void {
  expectRefusal(finished, expected);
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), "hunter2"]) {
    expect(finished.stderr).not.toContain(secret);
  }
}

async function expectAllRefused(url: string, ...words: readonly string[]): Promise<void> {
  for (const command of COMMANDS) expectRefused(await run(command, url), { exitCode: 1, words });
}

/** For a database without petstock's tables: these words from commands that make them; one that only reads makes none. */
async function expectNoTablesMade(url: string, words: string): Promise<void> {
  for (const command of ["serve --port 0", "migrate", "keys create --name till"])
    expectRefused(await run(command, url), { exitCode: 1, words: [words] });
  expectRefused(await run("verify", url), { exitCode: 1, words: ["has no inventory", '"petstock migrate"'] });
}

test("twenty servers that start at the same time on an empty database share one schema", async () => {
  await using database = await makeDatabase(await sharedServer());
  const opening = Promise.all(Array.from({ length: SERVERS - PROCESSES }, () => openStore(database.url)));
  await using fleet = await Fleet.start(database.url, PROCESSES);
  const stores = await opening;
  const positions: Position[] = await Promise.all(stores.map((store) => store.readAll(() => {})));
  await Promise.all(stores.map((store) => store[Symbol.asyncDispose]()));
  expect(new Set(positions.map(({ revision, nonce }) => `${revision}-${nonce}`)).size).toBe(1);
  const key = await fleet.makeKey();
  const lists = await Promise.all(fleet.services.map((service) => service.list(key)));
  expect(lists.map(({ text }) => text)).toEqual(Array.from({ length: PROCESSES }, () => "[]"));
  expect(new Set(lists.map(({ headers }) => headers.get("ETag"))).size).toBe(1);
  const rows = await database.run(
    `SELECT (SELECT count(*) FROM petstock_version) AS schemas, (SELECT count(*) FROM write_lock) AS locks,
      (SELECT count(*) FROM commit_mark) AS marks, (SELECT count(*) FROM api_key_counter) AS counters`,
  );
  expect(rows).toEqual([{ schemas: 1n, locks: 1n, marks: 1n, counters: 1n }]);
});

test("groups wait for each other and none is refused, whatever the default isolation of the database", async () => {
  await using database = await makeDatabase(await sharedServer());
  await database.server.run(
    `ALTER DATABASE ${database.name} SET default_transaction_isolation = 'serializable'`,
  );
  await using first = await openStore(database.url);
  await using second = await openStore(database.url);
  const stores = [first, second];
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, i) => stores[i % 2]!.commit([createPet(1n, i + 1)])),
  );
  expect(new Set(kinds(outcomes.flat()))).toEqual(new Set(["updated"]));
  await expectConsistent(first);
});

describe("a malformed address ends every command with 2 and one line", () => {
  const malformed: readonly [string, string][] = [
    ["no database", "postgres://ada:hunter2@localhost"],
    ["no host", "postgres://ada:hunter2@/pets"],
    ["an invalid port", "postgres://ada:hunter2@localhost:99999/pets"],
    ["one bad host of two", "postgres://ada:hunter2@localhost:5432,localhost:x/pets"],
    ["a password that is not escaped", "postgres://ada:hunter2/@localhost/pets"],
    ["an invalid escape", "postgres://ada:hunter2%zz@localhost/pets"],
    ["one slash", "postgres:/ada:hunter2@localhost/pets"],
  ];
  // One command for each address in turn: all of them read it in one place.
  test.each(malformed.map(([what, url], i) => [what, COMMANDS[i % COMMANDS.length]!, url] as const))(
    "%s: %s",
    async (_, command, url) => {
      const expected = { exitCode: 2, words: ["DATABASE_URL: ", "postgres://USER:PASSWORD@HOST"] };
      expectRefused(await run(command, url), expected);
    },
  );
});

describe("a server that refuses ends every command with 1 and one line", () => {
  test("a wrong password", async () => {
    const url = new URL((await sharedServer()).url());
    url.password = "hunter2";
    await expectAllRefused(url.href, "refuses the login", "28P01");
  });

  test("a missing database", async () => {
    const url = (await sharedServer()).url("nowhere");
    await expectAllRefused(url, "no such database", "nowhere");
  });

  test("a user without rights", async () => {
    const server = await sharedServer();
    await using database = await makeDatabase(server);
    await server.run("CREATE ROLE guest LOGIN PASSWORD 'hunter2'");
    const url = new URL(database.url);
    [url.username, url.password] = ["guest", "hunter2"];
    await expectNoTablesMade(url.href, "may not do this");
    await server.run("DROP ROLE guest");
  });

  test("a database of a newer petstock, which stays unchanged", async () => {
    await using database = await makeDatabase(await sharedServer());
    await run("keys create --name first", database.url);
    await database.run("UPDATE petstock_version SET version = 99");
    await expectAllRefused(database.url, "newer petstock", "schema 99", "update petstock");
    const rows = await database.run(
      "SELECT version, (SELECT count(*) FROM api_key) AS keys FROM petstock_version",
    );
    expect(rows).toEqual([{ version: 99, keys: 1n }]);
  });

  test("another program's database, which stays unchanged", async () => {
    await using database = await makeDatabase(await sharedServer());
    await database.run("CREATE TABLE inventory (shelf text)");
    await expectNoTablesMade(database.url, "another program");
    const tables = await database.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    expect(tables).toEqual([{ tablename: "inventory" }]);
  });

  test("a server that is unavailable: commands fail; only the service would wait", async () => {
    const url = "postgres://ada:hunter2@127.0.0.1:1/pets";
    for (const command of COMMANDS.slice(1)) {
      expectRefused(await run(command, url), { exitCode: 1, words: ["PostgreSQL"] });
    }
  });
});
