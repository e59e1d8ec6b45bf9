// A retirement and a change of keys at the same time: their transactions do not take the same lock.

import { expect, setDefaultTimeout, test } from "bun:test";
import { keyRecord } from "../store/keys-suite.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { until } from "../support/until.ts";
import { lockWaits, openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

const MOVED = { at: 1_795_000_000_000, to: "sqlite:/new.db" };

test.each(["read committed", "serializable"])(
  "a key that waits behind a retirement is refused, where the default isolation is %s",
  async (isolation) => {
    await using database = await makeDatabase(await sharedServer());
    await database.server.run(
      `ALTER DATABASE ${database.name} SET default_transaction_isolation = '${isolation}'`,
    );
    await using store = await openStore(database.url);
    const locked = await database.transaction("SELECT 1 FROM api_key_counter FOR UPDATE");
    const waiting = (count: number) =>
      until(`${count} to wait`, async () => (await lockWaits(database)) === count);
    const retiring = store.retire(MOVED);
    await waiting(1);
    const refusal = store.keys.create(keyRecord(1)).catch((cause: unknown) => cause);
    await waiting(2);
    await locked[Symbol.asyncDispose]();
    await retiring;
    expect(await refusal).toMatchObject({ code: "retired" });
    expect(await store.keys.list()).toEqual([]);
  },
);
