// Other sessions and settings of a healthy server: locks, limits, and unsuitable defaults. Each test has a database of its
// own, so they run concurrently.

import { expect, setDefaultTimeout, test } from "bun:test";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { endure } from "./fault.ts";
import { printTableAtEnd } from "./fault-table.ts";
import { lockWaits } from "./opened-store.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);
printTableAtEnd();

const server = shared(await PostgresServer.start());

/** A short lock timeout, so that many waits fit into a test. */
const IMPATIENT = ["--lock-timeout", "300ms"];

test.concurrent(
  "while another session holds the writers' lock, updates are refused and lists are answered",
  async () => {
    await endure(
      "row lock held too long",
      { server, args: IMPATIENT },
      async ({ load, database, service }) => {
        {
          await using _ = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
          const heldSince = performance.now();
          await load.untilSeen("unavailable", 12, "update");
          expect(load.count("ok", { since: heldSince, kind: "list" })).toBeGreaterThan(0);
          expect(load.count("unavailable", { kind: "list" })).toBe(0);
        }
        expect(service.log.filter(({ msg }) => msg === "database_lost")).toEqual([]);
        return performance.now();
      },
    );
  },
);

test.concurrent("while another session locks a table, updates and lists are refused in time", async () => {
  await endure(
    "table lock held too long",
    { server, args: IMPATIENT },
    async ({ load, database, service }) => {
      {
        await using _ = await database.transaction("LOCK TABLE commit_mark IN ACCESS EXCLUSIVE MODE");
        await load.untilSeen("unavailable", 1, "list");
        // The clients' updates are committed together, so the lock may find all of them at their lists.
        await load.untilSeen("unavailable", 1, "update");
      }
      expect(service.log.filter(({ msg }) => msg === "database_lost")).toEqual([]);
      return performance.now();
    },
  );
});

test.concurrent("a statement_timeout of the database cancels no update, however long it waits", async () => {
  await endure("statement_timeout = 50ms", { server }, async ({ load, database }) => {
    await server.run(`ALTER DATABASE ${database.name} SET statement_timeout = '50ms'`);
    await database.endSessions();
    await load.untilSeen("ok", 20, "update");
    const since = performance.now();
    {
      await using _ = await database.transaction("SELECT 1 FROM write_lock FOR UPDATE");
      const isWaiting = async () => (await lockWaits(database, 600)) > 0;
      await until("an update to wait for far longer than that", isWaiting);
    }
    const waited = () =>
      load.exchanges.filter(
        ({ kind, verdict, sentAt, answeredAt }) =>
          kind === "update" && verdict === "ok" && sentAt > since && answeredAt - sentAt > 500,
      );
    await until("that update's answer", () => waited().length > 0);
    await server.run(`ALTER DATABASE ${database.name} RESET statement_timeout`);
    return performance.now();
  });
});

test.concurrent(
  "while a database only reads by default, updates are refused and lists are answered",
  async () => {
    await endure("default_transaction_read_only", { server }, async ({ load, database }) => {
      await server.run(`ALTER DATABASE ${database.name} SET default_transaction_read_only = on`);
      await database.endSessions();
      await load.untilSeen("unavailable", 20, "update");
      await load.untilSeen("ok", 20, "list");
      await server.run(`ALTER DATABASE ${database.name} RESET default_transaction_read_only`);
      return performance.now();
    });
  },
);
