// The pools of connections to one server: how a query ends that reaches its deadline, and waiting work when the
// connections are discarded.

import { expect, setDefaultTimeout, test } from "bun:test";
import { Connections } from "../../src/postgres/connections.ts";
import { Deadline } from "../../src/postgres/deadline.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";
import { lockWaits } from "./opened-store.ts";

setDefaultTimeout(60_000);

async function make() {
  const owned = new AsyncDisposableStack();
  const database = owned.use(await makeDatabase(await sharedServer()));
  const clock = new TestClock(["updateMs", "cancelMs"]);
  const connections = new Connections(database.url, clock);
  owned.defer(() => connections.close());
  return {
    database,
    clock,
    connections,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function messageOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error: Error) => error.message,
  );
}

test("a query that reaches its deadline behind a lock is cancelled, and its connection goes back to the pool", async () => {
  await using setting = await make();
  const { database, clock, connections } = setting;
  await database.run("CREATE TABLE shelf (id int)");
  const pid = () =>
    connections.withConnection(
      "health",
      "updateMs",
      async (sql) => (await sql`SELECT pg_backend_pid() AS pid`)[0].pid,
    );
  const before = await pid();
  await using _ = await database.transaction("LOCK TABLE shelf IN ACCESS EXCLUSIVE MODE");
  const waiting = messageOf(
    connections.withConnection("health", "updateMs", (sql) => sql`SELECT id FROM shelf`),
  );
  await until("the query to wait for the lock", async () => (await lockWaits(database)) === 1);
  await clock.expire("updateMs");
  expect(await waiting).toBe("PostgreSQL: no answer for 10000 ms");
  await until("the server to cancel it", async () => (await lockWaits(database)) === 0);
  expect(await pid()).toBe(before);
});

test("a connection that arrives after the deadline of its reservation goes back to the pool", async () => {
  await using setting = await make();
  const { clock, connections } = setting;
  using first = new Deadline(clock, "updateMs");
  const held = await connections.borrow("health", first);
  using second = new Deadline(clock, { name: "cancelMs", ms: 1 });
  const late = messageOf(connections.borrow("health", second));
  await clock.expire("cancelMs");
  expect(await late).toBe("PostgreSQL: no answer for 1 ms");
  held.giveBack();
  expect(await connections.withConnection("health", "updateMs", (sql) => sql`SELECT 7 AS seven`)).toEqual([
    { seven: 7 },
  ]);
});

test("work that waits for discarded connections is rejected at once, also a new reservation", async () => {
  await using setting = await make();
  const { database, clock, connections } = setting;
  const waiting = messageOf(
    connections.withConnection("tasks", "updateMs", (sql) => sql`SELECT pg_sleep(600)`),
  );
  const sleeping = await until("the query to run", async () => {
    const [row] = await database.run(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
    );
    return row;
  });
  connections.discard(new Error("the server is gone"));
  expect(await waiting).toBe("the server is gone");
  using deadline = new Deadline(clock, "updateMs");
  expect(await messageOf(connections.borrow("tasks", deadline))).toBe("the server is gone");
  await database.run(`SELECT pg_terminate_backend(${sleeping["pid"]})`);
});
