// A migration to a made-up next schema, by the program of that version: it keeps everything, happens once, and leaves the database
// as it was where it does not reach its end.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { MountedDisk } from "../support/mounted-disk.ts";
import { petstock } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { filesIn } from "../sqlite/embedded.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { postgresEngine, rawSqlite, sqliteEngine } from "./engines.ts";
import { NextVersion } from "./next-version.ts";
import { KEY, makeShop, NEXT, type RawDatabase, STOCK } from "./shop.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(60_000);

const next = shared(new NextVersion(NEXT));

/** A migration that has written much and goes on for minutes. */
const ENDLESS = {
  sqlite: `${NEXT} CREATE TABLE much AS
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT i, hex(randomblob(500)) FROM n;`,
  postgres: `${NEXT} CREATE TABLE much AS SELECT pg_sleep(600) IS NULL AS slept;`,
};

/** The current version opens it, with everything in it. */
async function expectUnchanged(database: RawDatabase): Promise<void> {
  expect(await database.version()).toBe(1);
  const { exitCode, stdout } = await petstock(["list", "--json", "--database", database.url]);
  expect([exitCode, stdout.trim().split("\n")]).toEqual([0, STOCK]);
  expect((await petstock(["verify", "--database", database.url])).exitCode).toBe(0);
}

describe.each([sqliteEngine(), postgresEngine])("$name", (engine) => {
  test("the next version migrates the database, with stock, ledger, keys, labels and records", async () => {
    await using database = await makeShop(engine);
    const history = await petstock(["history", "--json", "--database", database.url]);
    const {
      exitCode,
      stdout: facts,
      stderr,
    } = await next.run(["migrate", "--json", "--database", database.url]);
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringMatching(/^Migrated .+ from schema 1 to 2 in [\d,]+ ms\.\n$/),
    ]);
    expect(JSON.parse(facts)).toMatchObject({
      from: 1,
      to: 2,
      durationMs: expect.any(Number),
      dryRun: false,
    });
    expect(await database.version()).toBe(2);
    expect(await next.run(["verify", "--database", database.url])).toMatchObject({ exitCode: 0 });
    expect(await database.number("SELECT count(*) FROM shelf WHERE name = 'A1'")).toBe(5);
    expect((await next.run(["history", "--json", "--database", database.url])).stdout).toBe(history.stdout);
    const { stdout } = await next.run(["list", "--json", "--database", database.url]);
    expect(stdout.trim().split("\n")).toEqual(STOCK);
    const keys = await next.run(["keys", "list", "--json", "--database", database.url]);
    expect(keys.stdout).toContain('"till"');
    expect(await database.number("SELECT count(*) FROM idempotency_record")).toBe(2);
    expect(await database.number("SELECT low FROM label WHERE pet_id = 2")).toBe(3);
    expect(await database.number("SELECT value FROM api_key_counter")).toBe(4);
  });

  test("four processes that migrate it at once migrate it once, and the others find it done", async () => {
    await using database = await makeShop(engine);
    const finished = await Promise.all(
      [1, 2, 3, 4].map(() => next.run(["migrate", "--database", database.url])),
    );
    expect(finished.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    const ends = finished.map(({ stderr }) => stderr).toSorted();
    expect(ends.filter((end) => end.startsWith("Migrated "))).toHaveLength(1);
    expect(ends.filter((end) => end.endsWith("has schema 2, which is that of this version.\n"))).toHaveLength(
      3,
    );
    expect(await database.version()).toBe(2);
    expect(await database.number("SELECT count(*) FROM shelf")).toBe(5);
    expect((await next.run(["verify", "--database", database.url])).exitCode).toBe(0);
  });

  test("killed in the middle, it has changed nothing: the current version goes on, and the next one migrates later", async () => {
    await using database = await makeShop(engine);
    using endless = new NextVersion(ENDLESS[engine.name]);
    const child = endless.start(["migrate", "--database", database.url]);
    await until("the migration to have written", () => hasBegun(engine.name, database));
    child.kill("SIGKILL");
    await child.exited;
    if (engine.name === "postgres") await endSleeper(database);
    await expectUnchanged(database);
    const { exitCode } = await petstock(["set", "1", "--quantity", "6", "--database", database.url]);
    expect(exitCode).toBe(0);
    expect((await next.run(["migrate", "--database", database.url])).exitCode).toBe(0);
    expect(await database.number("SELECT quantity FROM inventory WHERE pet_id = 1")).toBe(6);
  });

  test("a service of this version beside it refuses writes, with nothing acknowledged lost", async () => {
    await using database = await makeShop(engine);
    await using service = await TestService.start({ database: database.url });
    const acknowledged: number[] = [];
    const updating = (async () => {
      for (let quantity = 100; ; quantity++) {
        const { status } = await service.update(KEY, 1, quantity).catch(() => ({ status: 0 }));
        if (status !== 200) return;
        acknowledged.push(quantity);
      }
    })();
    await until("some updates", () => acknowledged.length > 20);
    await database.upgrade();
    await updating;
    expect(await database.number("SELECT quantity FROM inventory WHERE pet_id = 1")).toBe(
      acknowledged.at(-1)!,
    );
    expect(await database.number("SELECT max(revision) FROM ledger_entry")).toBe(5 + acknowledged.length);
  });
});

async function hasBegun(name: "sqlite" | "postgres", database: RawDatabase): Promise<boolean> {
  if (name === "postgres")
    return (await database.number(`SELECT count(*) FROM pg_stat_activity WHERE ${SLEEPER}`)) > 0;
  const log = `${database.url.slice("sqlite:".length)}-wal`;
  // Beyond the cache of 64 MB, pages are written before the commit.
  return existsSync(log) && statSync(log).size > 1_000_000;
}

const SLEEPER = "datname = current_database() AND wait_event = 'PgSleep'";

/** The server notices only at the end of the statement that its client is gone. */
async function endSleeper(database: RawDatabase): Promise<void> {
  await database.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SLEEPER}`);
}

test("a backup of the current version stays as it is: the next one backs up without migrating, and migrates what it restores", async () => {
  await using database = await makeShop(sqliteEngine());
  using folder = new TemporaryFolder();
  const backup = folder.file("a.backup");
  expect(await next.run(["backup", backup, "--database", database.url])).toMatchObject({ exitCode: 0 });
  expect(await database.version()).toBe(1);
  const before = filesIn(folder.path)["a.backup"]!;
  await database.upgrade();
  const dry = await next.run(["restore", backup, "--dry-run", "--database", database.url]);
  expect(dry.stderr).toEndWith(
    "at revision 5: nothing will be lost.\n1 label will be replaced by 1 label of the backup.\nNothing was changed.\n",
  );
  const restored = `sqlite:${folder.file("petstock.db")}`;
  expect(await next.run(["restore", backup, "--yes", "--database", restored])).toMatchObject({ exitCode: 0 });
  expect(filesIn(folder.path)["a.backup"]).toBe(before);
  expect((await next.run(["list", "--json", "--database", restored])).stdout.trim().split("\n")).toEqual(
    STOCK,
  );
  using db = new Database(folder.file("petstock.db"));
  expect(db.query("SELECT count(*) FROM shelf").values()).toEqual([[5]]);
  expect(db.query("PRAGMA user_version").values()).toEqual([[2]]);
});

const reason = await MountedDisk.obstacle();
if (reason !== undefined) console.warn(`A migration on a full disk is not tried: ${reason}`);

test.if(reason === undefined)("sqlite: on a full disk it changes nothing, and says why", async () => {
  await using disk = await MountedDisk.make(8 * 1024 * 1024);
  const database = await makeShop({ name: "sqlite", make: async () => rawSqlite(disk.folder) });
  using large = new NextVersion(`${NEXT} ${LARGE}`);
  const { exitCode, stderr } = await large.run(["migrate", "--database", database.url]);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/full/);
  await expectUnchanged(database);
});

/** 40 MB. */
const LARGE = `CREATE TABLE much AS
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) SELECT i, randomblob(4000) FROM n;`;
