// The size of a database, as the metrics show it.

import { expect, test } from "bun:test";
import { statSync, symlinkSync } from "node:fs";
import { connect } from "../../src/sqlite/file/connect.ts";
import { createPet, setTo } from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { openSqlite, petstockAt } from "./embedded.ts";

test("file and log count for a database that is named by a symbolic link", async () => {
  using folder = new TemporaryFolder();
  await petstockAt(folder.file("real.db"));
  symlinkSync(folder.file("real.db"), folder.file("link.db"));
  await using store = await openSqlite(folder.file("link.db"));
  await store.commit([createPet(1n, 1)]);
  // Keeps the log from being emptied.
  using reader = connect(folder.file("real.db"));
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM movement").values();
  await store.commit([setTo(1n, 2)]);
  const { databaseBytes, walBytes } = await store.storageUse();
  expect(databaseBytes).toBe(statSync(folder.file("real.db")).size);
  expect(walBytes).toBe(statSync(folder.file("real.db-wal")).size);
  expect(walBytes).toBeGreaterThan(0);
});
