// petstock compact: the space that prune has freed is returned to the disk, also while a service is in use, and nothing else
// changes. A backup has no free pages.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { MountedDisk } from "../support/mounted-disk.ts";
import { petstockOrThrow } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { startWorker } from "../support/writer-worker.ts";
import { age } from "./age.ts";
import { csvOf, expectRefusal, Inventory, manyRows } from "./inventory.ts";
import { CountingClients } from "./counting-clients.ts";

setDefaultTimeout(120_000);

const PETS = 5_000;

/** An inventory in which a prune has freed most pages. */
async function pruned(): Promise<Inventory> {
  made ??= makePruned();
  const inventory = new Inventory();
  await Bun.write(inventory.path, await made);
  return inventory;
}

let made: Promise<Uint8Array<ArrayBuffer>> | undefined;

async function makePruned(): Promise<Uint8Array<ArrayBuffer>> {
  using inventory = new Inventory();
  for (let quantity = 1; quantity <= 6; quantity++) {
    const stdin = csvOf(manyRows(PETS, () => quantity));
    await inventory.runOrThrow(["import", "-", "--format", "csv"], { stdin });
  }
  age(inventory.path, 100);
  await inventory.runOrThrow(["prune", "--before", "90d"]);
  return await Bun.file(inventory.path).bytes();
}

function freePages(path: string): number {
  using db = new Database(path);
  return Number(db.query("PRAGMA freelist_count").values()[0]?.[0]);
}

test("the file gets shorter and keeps its content; a dry run reports by how much and changes nothing", async () => {
  using inventory = await pruned();
  const [before, bytes] = [await inventory.state(), statSync(inventory.path).size];
  const dry = await inventory.runOrThrow(["compact", "--dry-run", "--json"]);
  const plan = JSON.parse(dry.stdout);
  expect(plan).toMatchObject({ bytes, updatesWait: false, dryRun: true });
  expect(dry.stderr).toContain("; updates go on.");
  expect(plan.unusedBytes).toBeGreaterThan(bytes / 3);
  expect(statSync(inventory.path).size).toBe(bytes);
  const { stdout, stderr } = await inventory.runOrThrow(["compact", "--json"]);
  expect(stderr).toContain(`Compacted ${inventory.path} from `);
  const bytesAfter = statSync(inventory.path).size;
  const report = { bytesBefore: bytes, bytesAfter, isShorter: true, dryRun: false };
  expect(JSON.parse(stdout)).toEqual({ database: inventory.path, ...report });
  expect(bytesAfter).toBeLessThanOrEqual(bytes - plan.unusedBytes);
  expect(freePages(inventory.path)).toBe(0);
  expect(await inventory.state()).toEqual(before);
  expect(inventory.files()).toEqual([]);
});

test("while a service is in use, every update is made, lists are answered, and the service stays up", async () => {
  using folder = new TemporaryFolder();
  await using service = await TestService.start({ folder, rows: manyRows(PETS, () => 1) });
  const key = await service.makeKey();
  const database = ["--database", service.databaseUrl];
  for (let quantity = 2; quantity <= 5; quantity++) {
    const rows = folder.file(`${quantity}.csv`);
    await Bun.write(rows, csvOf(manyRows(PETS, () => quantity)));
    await petstockOrThrow(["import", rows, ...database]);
  }
  age(service.databasePath, 100);
  await petstockOrThrow(["prune", "--before", "90d", ...database]);
  const clients = await CountingClients.start(service, key, [1, 2, 3, 4]);
  const [{ stdout }] = await Promise.all([
    petstockOrThrow(["compact", "--json", ...database]),
    ...Array.from({ length: 20 }, async () => expect((await service.list(key)).status).toBe(200)),
  ]);
  const { bytesBefore, bytesAfter, isShorter } = JSON.parse(stdout);
  expect(isShorter).toBe(true);
  expect(bytesAfter).toBeLessThan(bytesBefore / 1.5);
  const [compactedAt, soFar] = [performance.now(), clients.updates];
  // Longer than the second within which a service notices a truncated file and ends.
  await until("updates, long afterwards", () => {
    return clients.updates > soFar + 20 && performance.now() - compactedAt > 1_500;
  });
  await clients.stop();
  expect(await service.stop()).toBe(0);
});

test("a file that another program has rewritten without the list of pages is rewritten once, then it is compacted in steps", async () => {
  using inventory = await pruned();
  {
    using other = new Database(inventory.path, { readwrite: true });
    other.run("PRAGMA auto_vacuum = NONE");
    other.run("VACUUM");
    expect(other.query("PRAGMA auto_vacuum").values()).toEqual([[0]]);
    other.run("CREATE TABLE large AS SELECT randomblob(1000000)");
    other.run("DROP TABLE large");
  }
  const before = await inventory.state();
  const plan = async () =>
    JSON.parse((await inventory.runOrThrow(["compact", "--dry-run", "--json"])).stdout);
  expect(await plan()).toMatchObject({ updatesWait: true });
  await inventory.runOrThrow(["compact"]);
  expect(await plan()).toMatchObject({ updatesWait: false, unusedBytes: 0 });
  expect(freePages(inventory.path)).toBe(0);
  expect(await inventory.state()).toEqual(before);
  expect(inventory.files()).toEqual([]);
});

test("the report says that a reader of an old snapshot delays the new size", async () => {
  using inventory = await pruned();
  const bytes = statSync(inventory.path).size;
  {
    using reader = new Database(inventory.path, { readwrite: true });
    reader.run("BEGIN");
    reader.query("SELECT count(*) FROM movement").values();
    const { stderr } = await inventory.runOrThrow(["compact", "--lock-timeout", "200ms"]);
    expect(stderr).toContain("The file shrinks once no reader");
    expect(statSync(inventory.path).size).toBe(bytes);
  }
  await inventory.runOrThrow(["verify"]);
  expect(statSync(inventory.path).size).toBeLessThan(bytes);
});

test("it waits for another process's transaction up to --lock-timeout", async () => {
  using inventory = await pruned();
  using other = new Database(inventory.path, { readwrite: true });
  other.run("BEGIN IMMEDIATE");
  const finished = await inventory.run(["compact", "--lock-timeout", "50ms"]);
  expectRefusal(finished, { exitCode: 1, words: ["kept the database locked for 50 ms"] });
  other.run("ROLLBACK");
});

const obstacle = await MountedDisk.obstacle();
if (obstacle !== undefined) console.warn(`compact on a disk with too little room is not tried: ${obstacle}`);

test.if(obstacle === undefined)(
  "a disk with too little space is reported before anything is written",
  async () => {
    await using disk = await MountedDisk.make(16 * 1024 * 1024);
    const path = disk.folder.file("petstock.db");
    using inventory = await pruned();
    await Bun.write(path, Bun.file(inventory.path));
    const bytes = statSync(path).size;
    disk.fill(100_000);
    const database = ["--database", `sqlite:${path}`];
    const finished = await inventory.run(["compact", ...database]);
    expectRefusal(finished, { exitCode: 1, words: ["of free disk in", "nothing was changed"] });
    disk.free();
    expect(statSync(path).size).toBe(bytes);
    await inventory.runOrThrow(["compact", ...database]);
    expect(statSync(path).size).toBeLessThan(bytes);
  },
);

test("on PostgreSQL the error names the tools of PostgreSQL", async () => {
  await using database = await makeDatabase(await sharedServer());
  using inventory = new Inventory();
  const finished = await inventory.run(["compact", "--database", database.url]);
  expectRefusal(finished, { exitCode: 2, words: ["VACUUM (FULL, ANALYZE)", "pg_repack"] });
});

test("a backup has no free pages, even if the database has many", async () => {
  using inventory = await pruned();
  expect(freePages(inventory.path)).toBeGreaterThan(50);
  const { stdout } = await inventory.runOrThrow(["backup", "a.backup", "--json"]);
  const backup = inventory.folder.file("a.backup");
  expect(freePages(backup)).toBe(0);
  expect(JSON.parse(stdout).bytes).toBe(statSync(backup).size);
  expect(statSync(backup).size).toBeLessThan(statSync(inventory.path).size / 1.5);
});

test("a backup that is interrupted while its thread starts ends at once and leaves nothing", async () => {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  using inventory = await Inventory.of(...manyRows(PETS, () => 1));
  await Bun.write(path, Bun.file(inventory.path));
  const backups = new SqliteBackups({ path, lockTimeoutMs: 5_000, startWorker });
  const interruption = new AbortController();
  const backup = backups.backUp(folder.file("a.backup"), () => {}, interruption.signal);
  await until("the copy to begin", () => readdirSync(folder.path).some((name) => name.endsWith(".partial")));
  interruption.abort(new Error("interrupted"));
  expect(await backup.catch((error: unknown) => String(error))).toBe("Error: interrupted");
  expect(readdirSync(folder.path).filter((name) => name.includes("a.backup"))).toEqual([]);
});
