// Keys have connections of their own: nothing that a key has under way delays its revocation.

import { expect, setDefaultTimeout, test } from "bun:test";
import { systemClock } from "../../src/inventory/clock.ts";
import { newKey } from "../../src/keys/new-key.ts";
import { PostgresKeys } from "../../src/postgres/keys.ts";
import { Primary } from "../../src/postgres/primary.ts";
import { Session } from "../../src/postgres/session.ts";
import { OPERATOR } from "../store/keys-suite.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { openStore } from "./opened-store.ts";

setDefaultTimeout(60_000);

/** In the pool for tasks. */
const CONNECTIONS = 6;

test("keys are made, revoked and read while all connections for tasks are taken, and others wait for one", async () => {
  await using database = await makeDatabase(await sharedServer());
  // Makes the schema.
  await (await openStore(database.url))[Symbol.asyncDispose]();
  await using primary = await Primary.open({ urls: [database.url], retryOpen: false });
  await using tasks = new AsyncDisposableStack();
  for (let taken = 0; taken < CONNECTIONS; taken++) tasks.use(await Session.open(primary));
  const keys = new PostgresKeys(primary);
  const wanted = {
    name: "till",
    account: "default",
    role: "clerk",
    expiresInMs: null,
    linkValidMs: null,
  } as const;
  const { record } = newKey(systemClock, wanted, OPERATOR);
  await keys.create(record);
  await keys.touch(new Map([[record.id, 1_000]]));
  const counter = await keys.counter();
  expect(await keys.revoke({ id: record.id, at: 2_000, by: OPERATOR })).toMatchObject({ kind: "revoked" });
  expect(await keys.counter()).toBeGreaterThan(counter);
  expect(await keys.list()).toMatchObject([{ id: record.id, revokedAt: 2_000, lastUsedAt: 1_000 }]);
  const next = Session.open(primary);
  const isOpen = next.then(() => true);
  expect(await Promise.race([isOpen, keys.counter().then(() => false)])).toBe(false);
  await tasks.disposeAsync();
  await (await next)[Symbol.asyncDispose]();
});
