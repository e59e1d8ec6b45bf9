// A table that was dropped under a running service: answer, log and metrics say that a table is missing, and what needs none goes on.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { EngineDatabase, ENGINES } from "../cli/engine-database.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

async function drop(database: EngineDatabase, table: string): Promise<void> {
  if (!database.url.startsWith("sqlite:"))
    return void (await database.database.run(`DROP TABLE ${table} CASCADE`));
  using db = new Database(database.url.replace("sqlite:", ""));
  db.run(`DROP TABLE ${table}`);
}

describe.each(ENGINES)("%s:", (engine) => {
  test.each(["inventory", "ledger_entry", "commit_mark"])(
    "updates without the table %s are refused as not applied, and say so everywhere",
    async (table) => {
      await using database = await EngineDatabase.of(engine, "1,5,available");
      const service = await database.serve({ args: WITH_METRICS });
      const key = await database.makeKey();
      expect((await service.update(key, 1, 6)).status).toBe(200);
      await drop(database, table);
      const { status, code, text } = await service.update(key, 1, 7);
      expect([status, code]).toEqual([503, "unavailable"]);
      expect(text).toContain("A table of the database is missing or altered; nothing was changed.");
      // Its name is for the operator.
      expect(text).not.toContain(table);
      const failure = await until("the failure in the log", () =>
        service.log.find(({ msg }) => msg === "request_failed"),
      );
      expect(failure["cause"]).toMatch(new RegExp(`one was dropped or altered.*restore a .*${table}`));
      const failed = 'petstock_requests_failed_total{reason="table_missing"}';
      expect((await scrape(service)).value(failed)).toBe(1);
      expect((await service.ask("GET", "/livez")).status).toBe(200);
    },
  );

  test("without the table of hooks, updates and lists go on", async () => {
    await using database = await EngineDatabase.of(engine, "1,5,available");
    const service = await database.serve();
    const key = await database.makeKey("--role", "admin");
    await drop(database, "hook");
    expect((await service.update(key, 1, 7)).status).toBe(200);
    expect((await service.list(key)).text).toContain('"quantity":7');
    const hooks = await service.ask("GET", "/admin/v1/hooks", { key });
    expect([hooks.status, hooks.code]).toEqual([503, "unavailable"]);
    expect(hooks.text).toContain("table of the database is missing");
  });
});

test("a SQLite file without a table is not opened, with the reason", async () => {
  await using database = await EngineDatabase.of("SQLite", "1,5,available");
  await drop(database, "hook");
  const { exitCode, stderr } = await database.run(["verify"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('the table "hook" is missing; move the file away and restore a backup');
});
