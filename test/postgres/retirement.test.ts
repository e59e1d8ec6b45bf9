// A retirement and a change of keys at the same time: their transactions do not take the same lock.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PostgresStore } from "../../src/postgres/store.ts";
import { keyRecord } from "../store/keys-suite.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const MOVED = { at: 1_795_000_000_000, to: "sqlite:/new.db" };

test.each(["read committed", "serializable"])(
  "a key that waits behind a retirement is refused, where the default isolation is %s",
  async (isolation) => {
    await using database = await makeDatabase(await sharedServer());
    await database.server.run(
      `ALTER DATABASE ${database.name} SET default_transaction_isolation = '${isolation}'`,
    );
    await using store = await PostgresStore.open({
      urls: [database.url],
      lockTimeoutMs: 30_000,
      retryOpen: false,
    });
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using sql = new Bun.SQL(database.url, { max: 1 });
    const held = sql.begin(async (transaction) => {
      await transaction`SELECT 1 FROM api_key_counter FOR UPDATE`;
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const waiting = (count: number) =>
      until(`${count} to wait`, async () => {
        const sessions = await database.server.run(
          `select 1 from pg_stat_activity where datname = '${database.name}' and wait_event_type = 'Lock'`,
        );
        return sessions.length === count;
      });
    const retiring = store.retire(MOVED);
    await waiting(1);
    const refusal = store.keys.create(keyRecord(1)).catch((cause: unknown) => cause);
    await waiting(2);
    released.resolve();
    await Promise.all([held, retiring]);
    expect(await refusal).toMatchObject({ code: "retired" });
    expect(await store.keys.list()).toEqual([]);
  },
);
