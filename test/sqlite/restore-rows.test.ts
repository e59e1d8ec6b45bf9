// After a restore each table has the rows of the backup, whatever was in it.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
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

/** A database that was changed after its backup; `sql` changes it before. */
async function madeIn(
  folder: TemporaryFolder,
  sql: readonly string[] = [],
): Promise<{ path: string; backup: string }> {
  const [path, backup] = [folder.file("petstock.db"), folder.file("a.backup")];
  await petstockAt(path);
  await using store = await openSqlite(path);
  for (let i = 0; i < 5; i++) await store.commit([setTo(1n, 100 + i)]);
  runSql(path, ...sql);
  await backUp(path, backup);
  for (let i = 0; i < 5; i++) await store.commit([setTo(2n, 200 + i)]);
  return { path, backup };
}

test("of the stock, keys of updates and origins what was removed, added or changed is as in the backup", async () => {
  using folder = new TemporaryFolder();
  const { path, backup } = await madeIn(folder);
  runSql(
    path,
    "DELETE FROM inventory WHERE pet_id = 7",
    "INSERT INTO inventory VALUES (900, 1, 'sold', 56, 1, NULL)",
    "INSERT INTO idempotency_record VALUES ('s', 'k', 'r', 1, 1, 'sold', 1, 1, NULL)",
  );
  await using restore = await new SqliteBackups({ path, lockTimeoutMs: 5_000 }).open(
    backup,
    AbortSignal.timeout(50_000),
  );
  await restore.restore(() => {}, AbortSignal.timeout(50_000));
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
