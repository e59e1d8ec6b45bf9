// Reading the WAL index from shared memory detects every commit, of this process and of others.

import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { WalIndex } from "../../src/sqlite/file/wal-index.ts";
import { createPet, positionOf, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { openSqlite, runSql } from "./embedded.ts";

const HAS_PROC = process.platform === "linux";
if (!HAS_PROC) console.warn("skipped: without /proc the WAL index is not read");

/** An open database in WAL mode, and its index. */
function setting(folder: TemporaryFolder) {
  const path = folder.file("some.db");
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run("CREATE TABLE t (a)");
  const index = WalIndex.of(path);
  if (index === undefined) throw new Error("no index of an open database");
  index.remember();
  return { path, db, index };
}

describe.if(HAS_PROC)("the WAL index", () => {
  const commits: readonly (readonly [string, (db: Database, path: string) => void])[] = [
    ["this connection commits", (db) => db.run("INSERT INTO t VALUES (1)")],
    ["another connection commits", (_, path) => runSql(path, "INSERT INTO t VALUES (1)")],
    ["another process commits", (_, path) => runSqlElsewhere(path, "INSERT INTO t VALUES (1)")],
    ["the log restarts", (db) => restartLog(db)],
  ];
  test.each(commits)("counts as changed when %s", (_, commit) => {
    using folder = new TemporaryFolder();
    const { path, db, index } = setting(folder);
    expect(index.isUnchanged).toBe(true);
    commit(db, path);
    expect(index.isUnchanged).toBe(false);
    index.remember();
    expect(index.isUnchanged).toBe(true);
    index[Symbol.dispose]();
    expect(index.isUnchanged).toBe(false);
    db.close(true);
  });

  const harmless: readonly (readonly [string, (db: Database, path: string) => void])[] = [
    ["another statement reads", (db) => void db.query("SELECT count(*) FROM t").all()],
    ["a transaction is rolled back", (db) => rollBack(db)],
    ["the log is checkpointed", (db) => void db.run("PRAGMA wal_checkpoint(PASSIVE)")],
  ];
  test.each(harmless)("counts as unchanged when %s", (_, act) => {
    using folder = new TemporaryFolder();
    const { path, db, index } = setting(folder);
    act(db, path);
    expect(index.isUnchanged).toBe(true);
    index[Symbol.dispose]();
    db.close(true);
  });

  test("counts the transactions since it was remembered, also where the log restarts", () => {
    using folder = new TemporaryFolder();
    const { path, db, index } = setting(folder);
    expect(index.rememberNext()).toBe(0);
    runSql(path, "INSERT INTO t VALUES (1)");
    expect(index.rememberNext()).toBe(1);
    expect(index.isUnchanged).toBe(true);
    db.run("INSERT INTO t VALUES (2)");
    runSql(path, "INSERT INTO t VALUES (3)");
    expect(index.rememberNext()).toBe(2);
    db.run("PRAGMA wal_checkpoint(RESTART)");
    db.run("INSERT INTO t VALUES (4)");
    expect(index.rememberNext()).toBe(1);
    index[Symbol.dispose]();
    db.close(true);
  });

  test("exists for a database named by another path, and not for a closed one", () => {
    using folder = new TemporaryFolder();
    const { path, db, index } = setting(folder);
    index[Symbol.dispose]();
    expect(WalIndex.of(join(folder.path, ".", "some.db"))).toBeDefined();
    db.close(true);
    expect(WalIndex.of(path)).toBeUndefined();
  });
});

test("changesSince of an old position gives the changes each time", async () => {
  using folder = new TemporaryFolder();
  await using store = await openSqlite(folder.file("petstock.db"));
  await store.commit([createPet(1n, 1)]);
  const old = await positionOf(store);
  await store.changesSince(old);
  await store.commit([setTo(1n, 2)]);
  for (let round = 0; round < 3; round++) {
    expect(await store.changesSince(old)).toMatchObject({ items: [{ petId: 1n, quantity: 2 }] });
  }
});

function rollBack(db: Database): void {
  db.run("BEGIN IMMEDIATE");
  db.run("INSERT INTO t VALUES (1)");
  db.run("ROLLBACK");
}

function runSqlElsewhere(path: string, sql: string): void {
  const program =
    "import { Database } from 'bun:sqlite'; new Database(Bun.argv.at(-2)).query(Bun.argv.at(-1)).all();";
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "-e", program, path, sql]);
  if (exitCode !== 0) throw new Error(stderr.toString());
}

function restartLog(db: Database): void {
  db.run("PRAGMA wal_checkpoint(RESTART)");
  db.run("DELETE FROM t");
}
