// A backup file is written beside a transaction that keeps its lock, on disk before it gets its name, and never over
// another file of that name.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { StoreError } from "../../src/inventory/store-error.ts";
import { writeNewFile } from "../../src/sqlite/file/new-file.ts";
import { openForWriting } from "../../src/sqlite/file/open.ts";
import { PageCopy } from "../../src/sqlite/file/pages.ts";
import { PROGRAM } from "../support/petstock.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { petstockAt, runSql } from "./embedded.ts";

setDefaultTimeout(60_000);

/** Tries to take the write lock in another process: POSIX locks do not exclude their own process. */
async function lockAsOther(path: string): Promise<string> {
  const script = `
    import { Database } from "bun:sqlite";
    const db = new Database(${JSON.stringify(path)});
    try { db.run("BEGIN IMMEDIATE"); console.log("mine"); } catch (error) { console.log(error.code); }`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
  return (await child.stdout.text()).trim();
}

test("a copy of the pages has committed ones only, and does not release the lock of a transaction in this process", async () => {
  using folder = new TemporaryFolder();
  const [path, copy] = [folder.file("petstock.db"), folder.file("copy.db")];
  await petstockAt(path);
  writeFileSync(copy, "");
  using db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  runSql(path, "UPDATE inventory SET quantity = 100 WHERE pet_id = 1");
  db.run("BEGIN IMMEDIATE");
  db.run("UPDATE inventory SET quantity = 200 WHERE pet_id = 1");
  (await PageCopy.make(path, copy, { busyTimeoutMs: 1_000, onProgress: () => {} }))[Symbol.dispose]();
  expect(await lockAsOther(path)).toBe("SQLITE_BUSY");
  db.run("COMMIT");
  expect(await lockAsOther(path)).toBe("mine");
  using copied = new Database(copy);
  expect(copied.query("SELECT quantity FROM inventory WHERE pet_id = 1").values()).toEqual([[100]]);
  expect(copied.query("SELECT count(*) FROM inventory").values()).toEqual([[50]]);
});

test("what is committed while the pages are copied is added under the write lock, with the size of the database", async () => {
  using folder = new TemporaryFolder();
  const [path, copy] = [folder.file("petstock.db"), folder.file("copy.db")];
  for (const [pets, sql] of [
    [50, []],
    [49, ["DELETE FROM inventory WHERE pet_id = 1"]],
    // Grows by some pages, of which the last statements free most again.
    [49, [manyRecords(2_000), "DELETE FROM idempotency_record", "PRAGMA incremental_vacuum"]],
    [48, [manyRecords(2_000), "DELETE FROM inventory WHERE pet_id = 2"]],
  ] as const) {
    rmSync(path, { force: true });
    await petstockAt(path);
    writeFileSync(copy, "");
    // Open all the time, so that the log stays.
    using db = openForWriting(path, { create: false });
    // Pages in the log that the copy has already.
    db.run("UPDATE inventory SET quantity = 77 WHERE pet_id = 3");
    {
      using pages = await PageCopy.make(path, copy, { busyTimeoutMs: 1_000, onProgress: () => {} });
      runSql(path, ...(pets === 50 ? [] : ["DELETE FROM inventory WHERE pet_id = 1"]), ...sql);
      db.run("BEGIN IMMEDIATE");
      db.run("UPDATE inventory SET quantity = 200");
      pages.finish();
      expect(await lockAsOther(path)).toBe("SQLITE_BUSY");
      db.run("ROLLBACK");
    }
    expect(readdirSync(folder.path).filter((name) => name.startsWith("copy.db-"))).toEqual([]);
    using copied = new Database(copy);
    expect(contentOf(copied)).toEqual(contentOf(db));
    expect(copied.query("PRAGMA integrity_check").values()).toEqual([["ok"]]);
    expect(copied.query("SELECT count(*) FROM inventory").values()).toEqual([[pets]]);
    expect(copied.query("PRAGMA page_count").values()).toEqual(
      db
        .query("PRAGMA page_count")
        .values()
        .map((row) => row.map(Number)),
    );
    expect(statSync(copy).size).toBe(4_096 * Number(copied.query("PRAGMA page_count").values()[0]?.[0]));
  }
});

const manyRecords = (count: number) => `
  INSERT INTO idempotency_record
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
  SELECT 's', i, 'r' || i, 1, 1, 'sold', 1, i, NULL FROM n`;

function contentOf(db: Database): unknown {
  const tables = ["inventory", "ledger_entry", "commit_mark", "idempotency_record"];
  return tables.map((name) =>
    JSON.stringify(db.query(`SELECT * FROM ${name} ORDER BY 1, 2`).values(), (_, each) =>
      typeof each === "bigint" ? Number(each) : each,
    ),
  );
}

test("if two writers use one file name, one succeeds and its content stays", async () => {
  using folder = new TemporaryFolder();
  const file = folder.file("a.backup");
  const met = Promise.withResolvers<void>();
  let waiting = 0;
  const write = (text: string) =>
    writeNewFile(file, folder.file("petstock.db"), async (partial) => {
      // Both have found the name unused.
      if (++waiting === 2) met.resolve();
      await met.promise;
      writeFileSync(partial, text);
      return text;
    });
  const results = await Promise.allSettled([write("first"), write("second")]);
  const written = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failures = results.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(readFileSync(file, "utf8")).toBe(written[0]!);
  expect(failures).toHaveLength(1);
  expect(failures[0]).toBeInstanceOf(StoreError);
  expect(failures[0]).toMatchObject({ message: expect.stringContaining("exists already") });
  expect(readdirSync(folder.path)).toEqual(["a.backup"]);
});

const traceable =
  Bun.which("strace") !== null && Bun.spawnSync(["strace", "-e", "trace=none", "true"]).success;

test.if(traceable)(
  "strace: a backup is synced before it gets its name, and its folder afterwards",
  async () => {
    using folder = new TemporaryFolder();
    const trace = folder.file("trace");
    await petstockAt(folder.file("petstock.db"));
    const calls = ["strace", "-f", "--seccomp-bpf", "-y", "-e", "trace=fsync,link,linkat", "-o", trace];
    const command = ["backup", folder.file("a.backup"), "--database", `sqlite:${folder.file("petstock.db")}`];
    expect(await Bun.spawn([...calls, ...PROGRAM, ...command], { stderr: "ignore" }).exited).toBe(0);
    const lines = readFileSync(trace, "utf8").split("\n");
    const linked = lines.findIndex((line) => /\blink(?:at)?\(.*\/a\.backup"/.test(line));
    const isSync = (line: string, path: RegExp) => /\bfsync\(/.test(line) && path.test(line);
    const fileAt = lines.findLastIndex((line) => isSync(line, /a\.backup\.[0-9a-f]+\.partial>/));
    const folderAt = lines.findLastIndex((line) => isSync(line, new RegExp(`<${folder.path}>`)));
    expect(linked).toBeGreaterThan(0);
    expect(fileAt).toBeGreaterThanOrEqual(0);
    expect(fileAt).toBeLessThan(linked);
    expect(folderAt).toBeGreaterThan(linked);
  },
);

test.if(traceable)(
  "strace: without hard links, a backup fails with a clear message before it copies anything",
  async () => {
    using folder = new TemporaryFolder();
    const trace = folder.file("trace");
    await petstockAt(folder.file("petstock.db"));
    const calls = ["strace", "-f", "-e", "trace=link,linkat", "-e", "inject=link,linkat:error=EPERM"];
    const command = ["backup", folder.file("a.backup"), "--database", `sqlite:${folder.file("petstock.db")}`];
    const child = Bun.spawn([...calls, "-o", trace, ...PROGRAM, ...command], { stderr: "pipe" });
    const words = `a.backup: the file system of ${folder.path} has no hard links`;
    expect(await child.stderr.text()).toContain(words);
    expect(await child.exited).toBe(1);
    expect(readdirSync(folder.path).toSorted()).toEqual(["petstock.db", "trace"]);
    expect(readFileSync(trace, "utf8").match(/\blink(?:at)?\(/g)).toHaveLength(1);
  },
);
