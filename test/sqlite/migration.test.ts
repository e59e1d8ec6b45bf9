// A database of an older petstock is brought to the newest schema on opening: nothing in it changes, and all that is new
// works on it.

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import {
  everythingOf,
  expectConsistent,
  importRows,
  item,
  itemsOf,
  kinds,
  once,
  rows,
  setTo,
} from "../store/engine.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { MODES, openSqlite, startWorker } from "./embedded.ts";
import { makeFirstSchema } from "./first-schema.ts";

/** Every table and index, and the schema's number. */
function schemaOf(path: string): readonly unknown[] {
  using db = new Database(path);
  const objects = db.query("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name").values();
  const version = db.query("PRAGMA user_version").values();
  const squeezed = objects.map(([type, name, sql]) => [type, name, String(sql).replaceAll(/\s+/g, " ")]);
  return [...version, ...squeezed];
}

describe.each(MODES)("a database with the first schema, opened by a store %s", (_, options) => {
  test("keeps stock, ledger, position and keys as they were", async () => {
    using folder = new TemporaryFolder();
    const path = folder.file("petstock.db");
    makeFirstSchema(path);
    await using store = await openSqlite(path, { ...options, create: false });
    const { position, items, movements } = await everythingOf(store);
    expect(position).toEqual({ revision: 3, nonce: "00000000000000cc" });
    expect(items).toEqual([item(1n, 5), item(2n, 7, "sold")]);
    expect(movements.map(({ revision, petId, at }) => [revision, petId, at])).toEqual([
      [3, 2n, 3000],
      [2, 2n, 2000],
      [1, 1n, 2000],
    ]);
    expect(await store.keys.list()).toMatchObject([{ id: "key1", name: "till", lastUsedAt: 2500 }]);
    // Whoever caught up before the upgrade goes on from there.
    expect(await store.changesSince({ revision: 2, nonce: "00000000000000bb" })).toMatchObject({
      items: [item(2n, 7, "sold")],
    });
    await expectConsistent(store);
  });

  test("takes changes with and without a key, and imports", async () => {
    using folder = new TemporaryFolder();
    const path = folder.file("petstock.db");
    makeFirstSchema(path);
    await using store = await openSqlite(path, { ...options, create: false });
    expect(kinds(await store.commit([once("a", 1n, 6), setTo(2n, 8)]))).toEqual(["updated", "updated"]);
    expect(kinds(await store.commit([once("a", 1n, 6), once("a", 1n, 7)]))).toEqual([
      "replayed",
      "once_mismatch",
    ]);
    await importRows(store, rows([3n, 3]));
    expect(await itemsOf(store)).toEqual([item(1n, 6), item(2n, 8, "sold"), item(3n, 3)]);
    await expectConsistent(store);
  });

  test("has the schema of a new one afterwards, also when it is opened again", async () => {
    using folder = new TemporaryFolder();
    const [old, young] = [folder.file("old.db"), folder.file("new.db")];
    makeFirstSchema(old);
    expect(schemaOf(old)[0]).toEqual([1]);
    for (const path of [old, young, old]) {
      await using store = await openSqlite(path, options);
      await store.ping();
    }
    expect(schemaOf(old)).toEqual(schemaOf(young));
  });
});

test("of several stores that open it at once one brings it up to date, and all work", async () => {
  using folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  makeFirstSchema(path);
  const stores = await Promise.all(
    Array.from({ length: 4 }, () => openSqlite(path, { startWorker, create: false })),
  );
  try {
    const outcomes = await Promise.all(stores.map((store) => store.commit([once("a", 1n, 6)])));
    expect(kinds(outcomes.flat()).toSorted()).toEqual(["replayed", "replayed", "replayed", "updated"]);
    await expectConsistent(stores[0]!);
  } finally {
    for (const store of stores) await store[Symbol.asyncDispose]();
  }
});
