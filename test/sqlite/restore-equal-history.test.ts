// A restore does not rewrite the part of the history that the database has already; rows that differ or were removed come from
// the backup.

import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { equalPartNow, findEqualHistory } from "../../src/sqlite/backup/equal-history.ts";
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

/** A prune begins by moving the start of the history. */
const MOVE_START = "DELETE FROM commit_mark WHERE revision < 51";
/** Pet 1 has changed since. */
const REMOVE_OLD = "DELETE FROM ledger_entry WHERE revision <= 51 AND pet_id = 0";

interface Meanwhile {
  readonly before?: readonly string[];
  /** The work of another process between the comparison and the write lock. */
  readonly sql: readonly string[];
  /** The equal rows up to the start of the history, which a prune may remove. */
  readonly earlyRows?: number;
  /** Whether the part that was found is still there. */
  readonly isKept: boolean;
}

const MEANWHILE: Readonly<Record<string, Meanwhile>> = {
  "nothing happens": { sql: [], isKept: true },
  "an old movement is pruned": { sql: [MOVE_START, REMOVE_OLD], isKept: false },
  "a prune begins": { sql: [MOVE_START], isKept: true },
  "an interrupted prune goes on": { before: [MOVE_START], sql: [REMOVE_OLD], earlyRows: 51, isKept: false },
  "nothing happens after an interrupted prune": {
    before: [MOVE_START],
    sql: [],
    earlyRows: 51,
    isKept: true,
  },
  "another history replaces it": {
    sql: ["UPDATE origin SET actor = 'other' || id", "UPDATE commit_mark SET nonce = 'other' || revision"],
    isKept: false,
  },
};

test.each(Object.entries(MEANWHILE))(
  "equals the backup where meanwhile %s",
  async (_, { before, sql, earlyRows = 0, isKept }) => {
    using folder = new TemporaryFolder();
    const { path, backup } = await madeIn(folder, before);
    const signal = AbortSignal.timeout(50_000);
    using db = openForWriting(path, { create: false });
    db.query("ATTACH ? AS backup").run(backup);
    const equal = await findEqualHistory(db, { ...compareWithBackup(db), signal });
    const part = { upTo: 55, rows: 55, earlyRows };
    expect(equal.parts.get("ledger_entry")).toEqual(part);
    runSql(path, ...sql);
    db.run("BEGIN IMMEDIATE");
    const now = equalPartNow(db, equal, "ledger_entry");
    expect(now).toEqual(isKept ? part : { upTo: -1, rows: 0, earlyRows: 0 });
    await replaceInventory(db, {
      path,
      tables: countBackupRows(db),
      equal,
      onProgress: () => {},
      signal,
    });
    db.run("COMMIT");
    expect(rowsOf(path)).toEqual(rowsOf(backup));
  },
);

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
