// A group follows the newest commit that it has read under the lock. A commit that bypasses the lock is noticed.

import { expect, setDefaultTimeout, test } from "bun:test";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { createPet, expectConsistent, item, itemsOf, kinds, setTo } from "../store/engine.ts";
import { until } from "../support/until.ts";
import { openNewStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

test("a group whose newest commit is replaced before it writes changes nothing, and can be sent again", async () => {
  await using setting = await openNewStore();
  const { database, store } = setting;
  await store.commit([createPet(1n, 1)]);
  await using other = new Bun.SQL(database.url, { max: 1 });
  await using watcher = new Bun.SQL(database.url, { max: 1 });
  const isWaiting = async () => {
    const locks = await watcher`
      SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'ledger_entry'::regclass`;
    return locks.length > 0;
  };
  const refused = await other.begin(async (transaction) => {
    // Lets the group lock and read, and stops its write.
    await transaction`LOCK TABLE ledger_entry IN EXCLUSIVE MODE`;
    const committing = storeErrorOf(store.commit([setTo(1n, 2)]));
    await until("the group's write", isWaiting);
    await transaction`UPDATE commit_mark SET nonce = '00000000000000ff' WHERE revision = 1`;
    return { committing };
  });
  expect((await refused.committing).code).toBe("refused");
  expect(await itemsOf(store)).toEqual([item(1n, 1)]);
  expect(kinds(await store.commit([setTo(1n, 2)]))).toEqual(["updated"]);
  await expectConsistent(store);
});
