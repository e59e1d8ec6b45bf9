// Behind a PgBouncer in transaction mode: an address without ?prepare=false is refused, and one with it works.

import { expect, setDefaultTimeout, test } from "bun:test";
import { petstockOrThrow, petstockProcess } from "../support/petstock.ts";
import { PGBOUNCER, PgBouncer } from "../support/pgbouncer.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

/** Ten times what a machine without other work takes. */
const NOTICED_MS_MAX = 90_000;
setDefaultTimeout(120_000);

if (PGBOUNCER === undefined) console.log("skipped: pgbouncer is missing (Debian's package pgbouncer has it)");

test.skipIf(PGBOUNCER === undefined)(
  "without ?prepare=false nothing is served, and the message names the setting; with it everything works",
  async () => {
    await using database = await makeDatabase(await sharedServer());
    await using bouncer = await PgBouncer.start(database, "transaction");
    for (const args of [
      ["serve", "--port", "0"],
      ["keys", "list"],
    ]) {
      const { exitCode, stderr } = await petstockProcess(args, { env: { DATABASE_URL: bouncer.url } });
      expect(stderr).toContain("set ?prepare=false in the database's address");
      expect(exitCode).toBe(1);
    }

    const url = `${bouncer.url}?prepare=false`;
    const run = async (...args: string[]) => petstockOrThrow(args, { env: { DATABASE_URL: url } });
    const key = (await run("keys", "create", "--name", "till")).stdout.trim();
    await run("set", "1", "--quantity", "5", "--create");
    await using service = await TestService.start({ database: url });
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => [
        (await service.update(key, 1, i)).status,
        (await service.list(key)).status,
        (await service.ask("GET", "/readyz")).status,
      ]),
    );
    expect(new Set(answers.flat())).toEqual(new Set([200]));
    await run("verify");
  },
);

test.skipIf(PGBOUNCER === undefined)(
  "a service whose pooler is changed to transaction mode is not ready, and its log names the setting",
  async () => {
    await using database = await makeDatabase(await sharedServer());
    await using bouncer = await PgBouncer.start(database, "session");
    const made = ["keys", "create", "--name", "till"];
    const key = (await petstockOrThrow(made, { env: { DATABASE_URL: bouncer.url } })).stdout.trim();
    await using service = await TestService.start({ database: bouncer.url });
    expect((await service.list(key)).status).toBe(200);
    expect((await service.ask("GET", "/readyz")).status).toBe(200);

    bouncer.changeMode("transaction");
    // A connection that the change breaks may be noticed first: the service finds another, and then the reason.
    await until(
      "the service to find the reason",
      async () => {
        // Lists share one simple query; updates have prepared statements, on two connections at once.
        const requests = (_: unknown, pet: number) => [service.list(key), service.update(key, pet, 1)];
        await Promise.all(Array.from({ length: 20 }, requests).flat());
        return service.log.some(
          ({ msg, cause }) =>
            msg === "database_lost" && String(cause).includes("set ?prepare=false in the database's address"),
        );
      },
      NOTICED_MS_MAX,
    );
    expect((await service.ask("GET", "/readyz")).status).toBe(503);
    expect((await service.list(key)).code).toBe("unavailable");
  },
);
