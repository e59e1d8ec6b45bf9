// The tables that a restore prepares in the database before it takes the write lock: they change nothing by themselves, whoever finds
// them, and are gone afterwards.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { COPIED_TABLES } from "../../src/inventory/copy.ts";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { StagedTables } from "../../src/sqlite/backup/staged-tables.ts";
import { SqliteCompaction } from "../../src/sqlite/file/compaction.ts";
import { openForWriting } from "../../src/sqlite/file/open.ts";
import { createPet, everythingOf, expectConsistent, kinds, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { backUp, filesIn, openSqlite, storeErrorOf } from "./embedded.ts";

setDefaultTimeout(60_000);

/** Several portions. */
const PETS = 25_000;
const signal = AbortSignal.timeout(600_000);
const noProgress = () => {};

/** A database whose pets have other quantities than in its backup. */
async function makeIn(folder: TemporaryFolder): Promise<{ path: string; backup: string }> {
  const [path, backup] = [folder.file("petstock.db"), folder.file("a.backup")];
  await using store = await openSqlite(path);
  const pets = Array.from({ length: PETS }, (_, i) => BigInt(i + 1));
  await store.commit(pets.map((petId) => createPet(petId, 1)));
  await backUp(path, backup);
  await store.commit(pets.map((petId) => setTo(petId, 2)));
  return { path, backup };
}

async function openRestore(path: string, backup: string) {
  return await new SqliteBackups({ path, lockTimeoutMs: 5_000 }).open(backup, signal);
}

/** What a killed restore leaves. */
async function leaveStaged(path: string, backup: string): Promise<void> {
  using db = openForWriting(path, { create: false });
  db.query("ATTACH ? AS backup").run(backup);
  const options = { path, lockTimeoutMs: 5_000, onProgress: noProgress, signal };
  await StagedTables.make(db, COPIED_TABLES, options);
}

/** Checks the whole file, too. */
function stagedIn(path: string): string[] {
  using db = new Database(path, { readwrite: true });
  expect(db.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
  const names = db.query("SELECT name FROM sqlite_schema WHERE name LIKE '%restoring%'").values();
  return names.flat().map(String);
}

test("are those of the inventory afterwards, and neither the database nor the saved one has others", async () => {
  using folder = new TemporaryFolder();
  const { path, backup } = await makeIn(folder);
  await using restore = await openRestore(path, backup);
  const steps = new Map<string, [number, number]>();
  const { keptIn } = await restore.restore((step, ...counts) => void steps.set(step, counts), signal);
  expect([...steps.keys()]).toEqual(["preparing", "keeping", "removing"]);
  for (const [done, total] of [steps.get("preparing")!, steps.get("removing")!]) expect(done).toBe(total);
  expect([stagedIn(path), stagedIn(keptIn!)]).toEqual([[], []]);
  for (const [file, quantity] of [
    [path, 1],
    [keptIn!, 2],
  ] as const) {
    await using store = await openSqlite(file, { create: false });
    const { items } = await everythingOf(store);
    expect([items.length, new Set(items.map((each) => each.quantity))]).toEqual([PETS, new Set([quantity])]);
    await expectConsistent(store);
    expect(kinds(await store.commit([setTo(1n, 7)]))).toEqual(["updated"]);
  }
});

test("of a killed restore change nothing: the database opens, works, is verified and backed up", async () => {
  using folder = new TemporaryFolder();
  const { path, backup } = await makeIn(folder);
  await leaveStaged(path, backup);
  expect(stagedIn(path)).not.toEqual([]);
  const again = folder.file("b.backup");
  {
    await using store = await openSqlite(path, { create: false });
    expect(kinds(await store.commit([setTo(1n, 7)]))).toEqual(["updated"]);
    expect((await store.verify()).problems).toEqual([]);
    await backUp(path, again);
  }
  await using restore = await openRestore(path, again);
  expect((await restore.plan()).backup).toMatchObject({ pets: PETS, problems: [] });
  await restore.restore(noProgress, signal);
  expect(stagedIn(path)).toEqual([]);
});

test("of a killed restore are removed by compact", async () => {
  using folder = new TemporaryFolder();
  const { path, backup } = await makeIn(folder);
  await leaveStaged(path, backup);
  await new SqliteCompaction({ path, lockTimeoutMs: 5_000 }).run(noProgress, signal);
  expect(stagedIn(path)).toEqual([]);
  await using store = await openSqlite(path, { create: false });
  await expectConsistent(store);
});

test("that compact removes beneath a running restore end it, and nothing is changed", async () => {
  using folder = new TemporaryFolder();
  const { path, backup } = await makeIn(folder);
  await using restore = await openRestore(path, backup);
  let compacting: Promise<unknown> | undefined;
  const error = await storeErrorOf(
    restore.restore((step) => {
      const compaction = new SqliteCompaction({ path, lockTimeoutMs: 5_000 });
      if (step === "preparing") compacting ??= compaction.run(noProgress, signal);
    }, signal),
  );
  await compacting;
  expect(error).toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("another restore, or compact, has removed"),
  });
  expect(stagedIn(path)).toEqual([]);
  await using store = await openSqlite(path, { create: false });
  expect((await everythingOf(store)).items[0]).toMatchObject({ quantity: 2 });
  await expectConsistent(store);
});

test("are removed where the restore is interrupted", async () => {
  using folder = new TemporaryFolder();
  const { path, backup } = await makeIn(folder);
  await using restore = await openRestore(path, backup);
  const interruption = new AbortController();
  const reason = new Error("interrupted");
  const onProgress = () => interruption.abort(reason);
  await expect(restore.restore(onProgress, interruption.signal)).rejects.toBe(reason);
  expect(stagedIn(path)).toEqual([]);
  expect(Object.keys(filesIn(folder.path)).filter((name) => name.includes("before-restore"))).toEqual([]);
});
