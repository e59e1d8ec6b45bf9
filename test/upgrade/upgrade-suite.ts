// A database of an older schema version is migrated when it is opened: its data is unchanged, and new features work on it.

import { describe, expect, test } from "bun:test";
import { fillCompletely } from "../../src/inventory/ledger-fill.ts";
import { hashKey } from "../../src/keys/format.ts";
import {
  everythingOf,
  expectConsistent,
  importRows,
  item,
  itemsOf,
  kinds,
  idempotencyKey,
  rows,
  setTo,
} from "../store/engine.ts";
import {
  type Fixture,
  fixturesOf,
  ID_MAX,
  ID_MIN,
  makeOld,
  OLD_KEY,
  type UpgradedEngine,
} from "./old-database.ts";

export function describeUpgrades(name: string, engine: UpgradedEngine): void {
  const fixtures = fixturesOf(engine);

  test(`${name}: there is a fixture of every schema version, and the newest has the schema of a new database`, async () => {
    await using young = await engine.make();
    await (await young.open())[Symbol.asyncDispose]();
    const newest = await young.version();
    const versions = fixtures.map(({ version }) => version);
    const advice = `copy test/upgrade/schemas/${engine.name}-${newest - 1}.sql to ${engine.name}-${newest}.sql, with the result of the new migration and data in it`;
    expect(versions, advice).toEqual(Array.from({ length: newest }, (_, i) => i + 1));
    await using made = await makeOld(engine, fixtures.at(-1)!);
    expect(await made.schema()).toEqual(await young.schema());
  });

  for (const fixture of fixtures) {
    describe(`${name}: a database with schema ${fixture.version}`, () => describeOne(engine, fixture));
  }
}

function describeOne(engine: UpgradedEngine, fixture: Fixture): void {
  test("keeps stock, ledger, position and keys", async () => {
    await using database = await makeOld(engine, fixture);
    await using store = await database.open();
    const { position, items, movements } = await everythingOf(store);
    expect(position).toEqual({ revision: 5, nonce: "00000000000000ee" });
    expect(items).toEqual([
      item(ID_MIN, 0),
      item(1n, 5),
      item(2n, 7, "sold"),
      item(ID_MAX, 2_147_483_647, "pending"),
    ]);
    expect(movements.map(({ revision, petId, at }) => [revision, petId, at])).toEqual([
      [5, 3n, 5000],
      [4, ID_MIN, 4000],
      [4, 3n, 4000],
      [4, ID_MAX, 4000],
      [3, 2n, 3000],
      [2, 2n, 2000],
      [1, 1n, 2000],
    ]);
    expect(movements[4]).toMatchObject({
      before: { quantity: 6, status: "sold" },
      after: { quantity: 7, status: "sold" },
      reason: "update",
      by: { actor: "key:till", keyId: "key1", requestId: "request-1" },
    });
    // A client that caught up before the upgrade continues from its position.
    expect(await store.changesSince({ revision: 4, nonce: "00000000000000dd" })).toEqual({
      position: { revision: 5, nonce: "00000000000000ee" },
      items: [],
      removed: [3n],
    });
    expect(await store.keys.list()).toMatchObject([
      { id: "key1", name: "till", hash: hashKey(OLD_KEY), role: "clerk", lastUsedAt: 3000 },
      { id: "key2", name: "report", role: "reader", expiresAt: 2000 },
      { id: "key3", name: "lost", role: "clerk", revokedAt: 2500 },
    ]);
    expect(await store.keys.counter()).toBe(4);
    expect(await store.retirement()).toBeUndefined();
    await expectConsistent(store);
  });

  test("keeps which revision an undo took back, though its request id named it", async () => {
    await using database = await makeOld(engine, fixture);
    const table = fixture.sql.includes("ledger_entry") ? "ledger_entry" : "movement";
    await database.run(`UPDATE ${table} SET request_id = 'revision:4' WHERE revision = 5`);
    await using store = await database.open();
    const { movements } = await everythingOf(store);
    expect(movements.map(({ undoes }) => undoes)).toEqual([4, null, null, null, null, null, null]);
    expect(movements[0]?.by.requestId).toBeNull();
    expect((await store.revisions({ limit: 1 })).revisions).toMatchObject([{ revision: 5, undoes: 4 }]);
  });

  test("is filled with the chain of each pet and the totals of each commit", async () => {
    await using database = await makeOld(engine, fixture);
    await using store = await database.open();
    await fillCompletely(store);
    await expectConsistent(store);
    expect(await database.number("SELECT count(*) FROM ledger_fill")).toBe(0);
    const { movements } = await everythingOf(store);
    expect(movements.map(({ previous }) => previous)).toEqual([4, 0, 0, 0, 2, 0, 0]);
    const day = await store.totals({ since: 0, until: 5000, step: "hour" });
    expect(day).toMatchObject({ totals: [{ quantity: 2_147_483_659n, inStock: 3, pending: 1, out: 4n }] });
  });

  test("keeps idempotency records, if its schema has them", async () => {
    await using database = await makeOld(engine, fixture);
    await using store = await database.open();
    const knew = fixture.sql.includes("INSERT INTO once_record");
    await store.commit([setTo(2n, 8)]);
    expect(kinds(await store.commit([idempotencyKey("sale-1", 2n, 7)]))).toEqual([
      knew ? "replayed" : "updated",
    ]);
    expect((await itemsOf(store))[2]).toEqual(item(2n, knew ? 8 : 7, "sold"));
    // The record of the key has expired.
    expect(kinds(await store.commit([idempotencyKey("sale-0", 1n, 9)]))).toEqual(["updated"]);
    await expectConsistent(store);
  });

  test("accepts updates, imports and changes of keys, and retires", async () => {
    await using database = await makeOld(engine, fixture);
    await using store = await database.open();
    expect(kinds(await store.commit([idempotencyKey("a", 1n, 6), setTo(2n, 8)]))).toEqual([
      "updated",
      "updated",
    ]);
    expect(kinds(await store.commit([idempotencyKey("a", 1n, 6), idempotencyKey("a", 1n, 7)]))).toEqual([
      "replayed",
      "idempotency_mismatch",
    ]);
    await importRows(store, rows([3n, 3]));
    expect((await itemsOf(store)).slice(1, -1)).toEqual([item(1n, 6), item(2n, 8, "sold"), item(3n, 3)]);
    expect(await store.keys.revoke({ id: "key1", at: 6000 })).toMatchObject({ kind: "revoked" });
    expect(await store.keys.counter()).toBeGreaterThan(4);
    await expectConsistent(store);
    await store.retire({ at: 7000, to: "elsewhere" });
    expect(await store.retirement()).toEqual({ at: 7000, to: "elsewhere" });
  });

  test("has the schema of a new database afterwards, also when it is opened again", async () => {
    await using old = await makeOld(engine, fixture);
    await using young = await engine.make();
    expect(await old.version()).toBe(fixture.version);
    for (const database of [old, young, old]) {
      await using store = await database.open();
      await store.ping();
    }
    expect(await old.version()).toBe(await young.version());
    expect(await old.schema()).toEqual(await young.schema());
  });

  test("is migrated once by several stores that open it at the same time, and all work", async () => {
    await using database = await makeOld(engine, fixture);
    const stores = await Promise.all(Array.from({ length: 4 }, () => database.open()));
    try {
      const outcomes = await Promise.all(stores.map((store) => store.commit([idempotencyKey("a", 1n, 6)])));
      expect(kinds(outcomes.flat()).toSorted()).toEqual(["replayed", "replayed", "replayed", "updated"]);
      await expectConsistent(stores[0]!);
    } finally {
      for (const store of stores) await store[Symbol.asyncDispose]();
    }
  });
}
