// A session: how its transactions begin, and whether its connection is kept at the end. The pid of its backend tells whether
// the connection was kept.

import { expect, setDefaultTimeout, test as bunTest } from "bun:test";
import type { StoreError } from "../../src/inventory/store-error.ts";
import { Primary } from "../../src/postgres/primary.ts";
import { lockedTransaction, readTransaction, unlockedTransaction } from "../../src/postgres/transactions.ts";
import { Session, type Work } from "../../src/postgres/session.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { TestClock } from "../support/test-clock.ts";

setDefaultTimeout(60_000);

/** In the pool for tasks. */
const CONNECTIONS = 6;

const never = () => new Promise<never>(() => {});

/** A test with a database of our schema, and connections to it. */
function test(
  name: string,
  body: (primary: Primary, database: TestDatabase, clock: TestClock) => Promise<void>,
): void {
  bunTest(name, async () => {
    await using database = await makeDatabase(await sharedServer());
    const clock = new TestClock(["replyMs", "rollbackMs", "monitorIntervalMs"]);
    await using primary = await Primary.open({ urls: [database.url], retryOpen: false, clock });
    await body(primary, database, clock);
  });
}

/** Reserves all connections for tasks, one after the other, and gives the pids of their backends. */
async function pidsOf(primary: Primary): Promise<ReadonlySet<number>> {
  await using owned = new AsyncDisposableStack();
  const pids = new Set<number>();
  for (let connection = 1; connection <= CONNECTIONS; connection++) {
    const session = owned.use(await Session.open(primary));
    const [row] = await session.sql`SELECT pg_backend_pid() AS pid`;
    pids.add(row.pid);
  }
  return pids;
}

function locked<T>(primary: Primary, work: Work<T>): Promise<T> {
  return lockedTransaction({ primary, lockTimeoutMs: 1_234, what: "the test" }, work);
}

function refusal(work: Promise<unknown>): Promise<StoreError> {
  return work.then(
    () => expect.unreachable("it was not refused"),
    (error) => error,
  );
}

test("a locked transaction has its own settings, whatever the database's defaults", async (primary, database) => {
  for (const each of ["synchronous_commit = off", "statement_timeout = '1min'", "lock_timeout = '1min'"])
    await database.server.run(`ALTER DATABASE ${database.name} SET ${each}`);
  await database.server.run(
    `ALTER DATABASE ${database.name} SET default_transaction_isolation = 'serializable'`,
  );
  await using fresh = await Primary.open({ urls: [database.url], retryOpen: false });
  const show = (sql: Parameters<Work<unknown>>[0]) => sql`
    SELECT current_setting('transaction_isolation') AS isolation, current_setting('lock_timeout') AS lock,
      current_setting('statement_timeout') AS statement, current_setting('synchronous_commit') AS synchronous,
      current_setting('idle_in_transaction_session_timeout') AS idle`;
  const [row] = await locked(fresh, show);
  expect(row).toEqual({
    isolation: "read committed",
    lock: "1234ms",
    statement: "0",
    synchronous: "on",
    // The server keeps the lock of a lost connection for this time.
    idle: "10s",
  });
  const [read] = await readTransaction(fresh, show);
  expect(read).toMatchObject({ isolation: "repeatable read", statement: "0" });
  expect(await pidsOf(primary)).toHaveLength(CONNECTIONS);
});

test("a transaction that commits, reads or is refused keeps its connection", async (primary, database) => {
  const before = await pidsOf(primary);
  await locked(primary, (sql) => sql`UPDATE api_key_counter SET value = 7`);
  await readTransaction(primary, (sql) => sql`SELECT 1`);
  await unlockedTransaction(primary, (sql) => sql`UPDATE api_key_counter SET value = value + 1`);
  const refused = await refusal(locked(primary, (sql) => sql`INSERT INTO api_key_counter VALUES (NULL)`));
  expect(refused).toMatchObject({ code: "refused" });
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const failed = readTransaction(primary, (_, session) => session.pauseMonitor(() => Promise.reject(full)));
  expect(await refusal(failed)).toBe(full as unknown as StoreError);
  expect(await pidsOf(primary)).toEqual(before);
  expect(await database.run("SELECT value FROM api_key_counter")).toEqual([{ value: 8n }]);
});

test("a session that may only read is closed, so that the next one has the database's new default", async (primary, database) => {
  const before = await pidsOf(primary);
  const readOnly = locked(primary, async (sql) => {
    await sql`SET TRANSACTION READ ONLY`;
    await sql`UPDATE api_key_counter SET value = 7`;
  });
  expect(await refusal(readOnly)).toMatchObject({ code: "unavailable" });
  const after = await pidsOf(primary);
  expect([...after].filter((pid) => before.has(pid))).toHaveLength(CONNECTIONS - 1);
  expect(await database.run("SELECT value FROM api_key_counter")).toEqual([{ value: 0n }]);
});

test("after a refusal the transaction is over: later statements do not commit by themselves", async (primary, database) => {
  {
    await using session = await Session.open(primary);
    await session.beginLocked(1_000);
    const bad = session.ask(() => session.run((sql) => sql`INSERT INTO api_key_counter VALUES (NULL)`));
    expect(await refusal(bad)).toMatchObject({ code: "refused" });
    const later = session.run((sql) => sql`UPDATE api_key_counter SET value = 7`);
    expect(await refusal(later)).toMatchObject({ code: "unavailable" });
    expect(await refusal(session.commit("the test"))).toMatchObject({ code: "unavailable" });
  }
  expect(await database.run("SELECT value FROM api_key_counter")).toEqual([{ value: 0n }]);
});

test("a commit after a failed statement is refused, although the server reports no error", async (primary, database) => {
  const careless = locked(primary, async (sql) => {
    await sql`UPDATE api_key_counter SET value = 7`;
    await sql`INSERT INTO api_key_counter VALUES (NULL)`.catch(() => {});
  });
  expect(await refusal(careless)).toMatchObject({ code: "unavailable" });
  expect(await database.run("SELECT value FROM api_key_counter")).toEqual([{ value: 0n }]);
});

test("a commit whose connection is ended has an unknown outcome", async (primary, database) => {
  await using session = await Session.open(primary);
  await session.beginLocked(1_000);
  await database.run(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()",
  );
  const { code, message } = await refusal(session.ask(() => session.commit("the test")));
  expect(code).toBe("outcome_unknown");
  expect(message).toContain("the commit of the test");
});

test("the monitor ends a session that is idle at two checks, and its connection is closed", async (primary, _database, clock) => {
  const before = await pidsOf(primary);
  const lost = locked(primary, never);
  lost.catch(() => {});
  // Reserved and begun by now: only then the monitor's timer is set.
  await clock.expire("monitorIntervalMs");
  const error = await refusal(clock.expireUntil(lost, "monitorIntervalMs"));
  expect(error).toMatchObject({ code: "unavailable", message: "PostgreSQL: no answer for 5000 ms" });
  expect([...(await pidsOf(primary))].filter((pid) => before.has(pid))).toHaveLength(CONNECTIONS - 1);
});

test("the monitor does not end a session that waits for a lock or runs code of the caller", async (primary, database, clock) => {
  const checks = async () => {
    for (let check = 1; check <= 4; check++) await clock.expire("monitorIntervalMs");
  };
  const waiting = await database.transaction("SELECT 1 FROM api_key_counter FOR UPDATE");
  const changed = unlockedTransaction(primary, (sql) => sql`UPDATE api_key_counter SET value = 7`);
  await checks();
  await waiting[Symbol.asyncDispose]();
  await changed;
  expect(await readTransaction(primary, (_, session) => session.pauseMonitor(checks))).toBeUndefined();
  expect(await database.run("SELECT value FROM api_key_counter")).toEqual([{ value: 7n }]);
});

test("a session that is closed while its work runs commits nothing of that work, and harms no other", async (primary, database) => {
  const before = await pidsOf(primary);
  const session = await Session.open(primary);
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = session.ask(async () => {
    await session.beginLocked(1_000);
    await session.run(async (sql) => {
      begun.resolve();
      await goOn.promise;
      await sql`UPDATE api_key_counter SET value = 7`;
    });
  });
  work.catch(() => {});
  await begun.promise;
  const closed = session[Symbol.asyncDispose]();
  goOn.resolve();
  await closed;
  expect((await refusal(work)).code).toBe("unavailable");
  expect([...(await pidsOf(primary))].filter((pid) => before.has(pid))).toHaveLength(CONNECTIONS - 1);
  await unlockedTransaction(primary, (sql) => sql`UPDATE api_key_counter SET value = value + 1`);
  expect(await database.run("SELECT value FROM api_key_counter")).toEqual([{ value: 1n }]);
});
