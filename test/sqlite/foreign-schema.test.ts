// A database with a foreign trigger, view, table, index or constraint, which could change what petstock writes, is refused at
// the start and reported by verify.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { filesIn, MODES, openSqlite, petstockIn, runSql, storeErrorOf } from "./embedded.ts";
import { FOREIGN_OBJECTS, runUndefended } from "./foreign-objects.ts";

setDefaultTimeout(60_000);

describe.each(Object.entries(FOREIGN_OBJECTS))("%s", (_, { sql, words }) => {
  test.each(MODES)("is refused at the start, and the file is unchanged, %s", async (_mode, options) => {
    using folder = new TemporaryFolder();
    const path = await petstockIn(folder);
    runUndefended(path, "PRAGMA journal_mode = DELETE", ...sql);
    const before = filesIn(folder.path);
    const error = await storeErrorOf(openSqlite(path, options));
    expect(error).toMatchObject({
      code: "unusable",
      message: expect.stringContaining(`${path}: the ${words}`),
    });
    expect(filesIn(folder.path)).toEqual(before);
  });
});

test("verify reports an object that another program creates while the service runs", async () => {
  using folder = new TemporaryFolder();
  const path = await petstockIn(folder);
  await using store = await openSqlite(path);
  expect((await store.verify()).problems).toEqual([]);
  runSql(path, ...FOREIGN_OBJECTS["a trigger that revives keys"]!.sql);
  expect((await store.verify()).problems).toEqual(['the trigger "revive" of "api_key" is not petstock\'s']);
});

test("the tables of ANALYZE and Litestream are tolerated", async () => {
  using folder = new TemporaryFolder();
  const path = await petstockIn(folder);
  runSql(
    path,
    "ANALYZE",
    "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);",
    "CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);",
  );
  await using store = await openSqlite(path);
  expect((await store.verify()).problems).toEqual([]);
});

test("white space in a definition does not count", async () => {
  using folder = new TemporaryFolder();
  const path = await petstockIn(folder);
  runUndefended(
    path,
    "PRAGMA writable_schema = ON",
    "UPDATE sqlite_schema SET sql = replace(sql, char(10), ' ' || char(10, 9)) WHERE type = 'table'",
  );
  await using store = await openSqlite(path);
  expect((await store.verify()).problems).toEqual([]);
});
