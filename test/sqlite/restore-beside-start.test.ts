// A restore without a database, while a service that starts creates one.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { expectConsistent, item, itemsOf } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { openSqlite, petstockAt, runSql } from "./embedded.ts";

setDefaultTimeout(60_000);

const SOURCE = join(import.meta.dir, "../..");

/**
 * Locks the database `staged`. On the first line of standard input it creates a database at `path`, changes it, and unlocks
 * `staged`; on the second line it changes the database again, and ends.
 */
const SERVICE = (path: string, staged: string) => `
  import { Database } from "bun:sqlite";
  import { openSqlite } from "${SOURCE}/test/sqlite/embedded.ts";
  import { createPet, setTo } from "${SOURCE}/test/store/engine.ts";
  const lock = new Database(${JSON.stringify(staged)});
  lock.run("BEGIN IMMEDIATE");
  console.log("ready");
  const lines = console[Symbol.asyncIterator]();
  await lines.next();
  const store = await openSqlite(${JSON.stringify(path)});
  await store.commit([createPet(7n, 7)]);
  await store.commit([setTo(7n, 8)]);
  lock.run("ROLLBACK");
  await lines.next();
  await store.commit([createPet(7n, 9)]);
  await store[Symbol.asyncDispose]();`;

test("changes that the service acknowledged are kept in a file, and the service continues with the restored inventory", async () => {
  using folder = new TemporaryFolder();
  const [path, backup] = [folder.file("petstock.db"), folder.file("a.backup")];
  await petstockAt(backup);
  runSql(backup, "PRAGMA journal_mode = DELETE");
  const backups = new SqliteBackups({ path, lockTimeoutMs: 20_000 });
  await using restore = await backups.open(backup, AbortSignal.timeout(30_000));
  expect(await restore.plan()).toMatchObject({ isThere: false, present: undefined });

  const staged = readdirSync(folder.path).find((name) => name.endsWith(".restoring"))!;
  const service = Bun.spawn([process.execPath, "-e", SERVICE(path, folder.file(staged))], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  await service.stdout.getReader().read();
  service.stdin.write("begin\n");
  await service.stdin.flush();
  const restored = await restore.restore(() => {}, AbortSignal.timeout(30_000));
  expect(restored).toMatchObject({ isThere: true, present: { revision: 2 }, common: undefined });
  service.stdin.write("end\n");
  await service.stdin.end();
  expect(await service.exited).toBe(0);

  await using store = await openSqlite(path, { create: false });
  const pets = Array.from({ length: 50 }, (_, i) => item(BigInt(i), i === 7 ? 9 : i));
  expect(await itemsOf(store)).toEqual(pets);
  await expectConsistent(store);
  using kept = new Database(restored.keptIn!);
  expect(kept.query("SELECT pet_id, quantity, revision FROM inventory").values()).toEqual([[7, 8, 2]]);
});
