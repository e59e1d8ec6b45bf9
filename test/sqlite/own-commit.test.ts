// A connection remembers its newest commit only while no other one has written: a stale one would give a revision twice.

import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { OwnCommit } from "../../src/sqlite/own-commit.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { runSql } from "./embedded.ts";

const HAS_PROC = process.platform === "linux";
if (!HAS_PROC) console.warn("skipped: without /proc a connection remembers no commit");

const FIRST = { revision: 7, nonce: "0123456789abcdef" };
const WRITE = "INSERT INTO t VALUES (1)";

/** Calls `work` with a connection on a database of its own, and what it remembers. */
function withOwnCommit(work: (db: Database, own: OwnCommit, elsewhere: () => void) => void): void {
  using folder = new TemporaryFolder();
  const path = folder.file("some.db");
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run("CREATE TABLE t (a)");
  const own = new OwnCommit(path);
  work(db, own, () => runSql(path, WRITE));
  own[Symbol.dispose]();
  db.close(true);
}

describe.if(HAS_PROC)("the newest commit", () => {
  test("is remembered after a transaction of this connection, whether it wrote or not", () =>
    withOwnCommit((db, own) => {
      expect(own.recall()).toBeUndefined();
      db.run(WRITE);
      own.keep(FIRST);
      expect(own.recall()).toEqual(FIRST);
      own.keep(FIRST);
      expect(own.recall()).toEqual(FIRST);
    }));

  test("is forgotten when another connection writes", () =>
    withOwnCommit((db, own, writeElsewhere) => {
      own.recall();
      db.run(WRITE);
      own.keep(FIRST);
      writeElsewhere();
      expect(own.recall()).toBeUndefined();
      expect(own.recall()).toBeUndefined();
    }));

  test("is not remembered when another connection writes between the commit and the look at the index", () =>
    withOwnCommit((db, own, writeElsewhere) => {
      own.recall();
      db.run(WRITE);
      writeElsewhere();
      own.keep(FIRST);
      expect(own.recall()).toBeUndefined();
    }));
});
