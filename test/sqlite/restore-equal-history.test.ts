// A restore does not rewrite the part of the history that the database has already; rows that differ or were removed come from
// the backup.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { findEqualHistory } from "../../src/sqlite/backup/equal-history.ts";
import { openForWriting } from "../../src/sqlite/file/open.ts";
import { compareWithBackup, countBackupRows, replaceInventory } from "../../src/sqlite/backup/replace.ts";
import { setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { backUp, openSqlite, petstockAt, runSql } from "./embedded.ts";

setDefaultTimeout(60_000);

const TABLES = ["inventory", "origin", "ledger_entry", "movement", "commit_mark", "idempotency_record"];

/** All rows, without the newest nonce, which a restore replaces. */
function rowsOf(path: string): unknown {
  using db = new Database(path, { safeIntegers: true });
  const hide = "UPDATE commit_mark SET nonce = '' WHERE revision = (SELECT max(revision) FROM commit_mark)";
  db.run("BEGIN");
  db.run(hide);
  const rows = TABLES.map((table) => db.query(`SELECT * FROM ${table} ORDER BY 1, 2`).values());
  db.run("ROLLBACK");
  return rows;
}

/** A database that was changed after its backup. */
async function madeIn(folder: TemporaryFolder): Promise<{ path: string; backup: string }> {
  const [path, backup] = [folder.file("petstock.db"), folder.file("a.backup")];
  await petstockAt(path);
  await using store = await openSqlite(path);
  for (let i = 0; i < 5; i++) await store.commit([setTo(1n, 100 + i)]);
  await backUp(path, backup);
  for (let i = 0; i < 5; i++) await store.commit([setTo(2n, 200 + i)]);
  return { path, backup };
}

/** The work of another process between the comparison and the write lock. */
const MEANWHILE: Readonly<Record<string, readonly string[]>> = {
  "nothing happens": [],
  "an old movement is pruned": ["DELETE FROM ledger_entry WHERE revision = 1 AND pet_id = 0"],
  "another history replaces it": [
    "UPDATE origin SET actor = 'other' || id",
    "UPDATE commit_mark SET nonce = 'other' || revision",
  ],
};

test.each(Object.entries(MEANWHILE))("equals the backup where meanwhile %s", async (_, sql) => {
  using folder = new TemporaryFolder();
  const { path, backup } = await madeIn(folder);
  const signal = AbortSignal.timeout(50_000);
  using db = openForWriting(path, { create: false });
  db.query("ATTACH ? AS backup").run(backup);
  const equal = await findEqualHistory(db, { ...compareWithBackup(db), signal });
  expect(equal.parts.get("ledger_entry")).toEqual({ upTo: 55, rows: 55 });
  runSql(path, ...sql);
  db.run("BEGIN IMMEDIATE");
  await replaceInventory(db, {
    path,
    tables: countBackupRows(db),
    equal,
    onProgress: () => {},
    signal,
  });
  db.run("COMMIT");
  expect(rowsOf(path)).toEqual(rowsOf(backup));
});

test("manually changed rows of the common part are restored from the backup", async () => {
  using folder = new TemporaryFolder();
  const { path, backup } = await madeIn(folder);
  runSql(
    path,
    "UPDATE ledger_entry SET quantity_after = 9999 WHERE revision = 3",
    "DELETE FROM ledger_entry WHERE revision = 4",
  );
  await using restore = await new SqliteBackups({ path, lockTimeoutMs: 5_000 }).open(
    backup,
    AbortSignal.timeout(50_000),
  );
  await restore.restore(() => {}, AbortSignal.timeout(50_000));
  expect(rowsOf(path)).toEqual(rowsOf(backup));
});
