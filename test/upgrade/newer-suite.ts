// A newer petstock migrates a database while this one has it open: from then on this one writes nothing, and its errors say
// why.

import { expect, test } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { IMPORT, rows, setTo } from "../store/engine.ts";
import { OPERATOR } from "../store/keys-suite.ts";
import { until } from "../support/until.ts";
import { makeShop, type UpgradedEngine } from "./shop.ts";

export const REFUSAL =
  /written by a newer petstock \(schema \d+, and this program knows \d+\); update petstock$/;

/** Each with its preparation before the migration. */
const WRITES: readonly (readonly [string, (store: InventoryStore) => Promise<() => Promise<unknown>>])[] = [
  ["an update", async (store) => () => store.commit([setTo(1n, 9)])],
  [
    "an import with staged rows",
    async (store) => {
      const stage = await store.stageImport();
      await stage.add(rows([1n, 9]));
      return () => stage.apply(IMPORT).finally(() => stage[Symbol.asyncDispose]());
    },
  ],
  [
    "the revocation of a key",
    async (store) => () => store.keys.revoke({ id: "key1", at: 6000, by: OPERATOR }),
  ],
  [
    "the removal of expired results",
    async (store) => () => store.removeExpired({ from: 0, before: Date.now(), max: 10 }),
  ],
  ["a retirement", async (store) => () => store.retire({ at: 7000, to: "elsewhere" })],
];

export function describeNewer(name: string, engine: UpgradedEngine): void {
  test.each(WRITES)(
    `${name}: %s is refused after a newer petstock has migrated the database`,
    async (_, prepare) => {
      await using database = await makeShop(engine);
      await using store = await database.open();
      const write = await prepare(store);
      await database.upgrade();
      expect((await storeErrorOf(write())).message).toMatch(REFUSAL);
      expect(await database.number("SELECT max(revision) FROM commit_mark")).toBe(5);
      expect(await database.number("SELECT max(revision) FROM movement")).toBe(5);
      expect(await database.number("SELECT quantity FROM inventory WHERE pet_id = 1")).toBe(5);
      expect(await database.number("SELECT value FROM api_key_counter")).toBe(4);
    },
  );

  test(`${name}: a store that only reads detects it, too`, async () => {
    await using database = await makeShop(engine);
    await using store = await database.open();
    await store.ping();
    await database.upgrade();
    await until("the store to detect the migration", async () => {
      const error = await store.ping().then(
        () => undefined,
        (thrown: Error) => thrown,
      );
      return error !== undefined && REFUSAL.test(error.message);
    });
  });

  test(`${name}: a newer database is not opened, and unchanged`, async () => {
    await using database = await makeShop(engine);
    await database.upgrade();
    const newer = await database.version();
    const error = await storeErrorOf(database.open());
    expect(error.code).toBe("unusable");
    expect(error.message).toMatch(REFUSAL);
    expect(await database.version()).toBe(newer);
  });
}
