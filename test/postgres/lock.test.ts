// A group waits for the lock of all writers as long as the setting allows; its time in the queue counts.

import { expect, setDefaultTimeout, test } from "bun:test";
import { steadyClock } from "../../src/inventory/clock.ts";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { createPet, itemsOf } from "../store/engine.ts";
import { openNewStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

/** Longer than any test: a wait of this length fails it. */
const HOUR_MS = 3_600_000;

test("a group that has waited in the queue waits for the lock only for the rest of its time", async () => {
  await using setting = await openNewStore({ lockTimeoutMs: HOUR_MS });
  const { database, store } = setting;
  await using other = new Bun.SQL(database.url, { max: 1 });
  await other.begin(async (transaction) => {
    await transaction`SELECT 1 FROM write_lock FOR UPDATE`;
    const { code } = await storeErrorOf(store.commit([createPet(1n, 1)], steadyClock.now() - HOUR_MS));
    expect(code).toBe("unavailable");
  });
  expect(await itemsOf(store)).toEqual([]);
});
