// A service during an upgrade: it migrates an old database when it starts, and refuses updates with the reason when a newer
// petstock has migrated its database.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { expectRefusal } from "../cli/inventory.ts";
import { petstock, petstockProcess } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { postgresEngine, sqliteEngine } from "./engines.ts";
import { REFUSAL } from "./newer-suite.ts";
import { fixturesOf, makeNewest, makeOld, OLD_KEY } from "./old-database.ts";

setDefaultTimeout(60_000);

const ENGINES = [sqliteEngine(), postgresEngine];
const OLD = ENGINES.flatMap((engine) => fixturesOf(engine).map((fixture) => ({ engine, fixture })));
const STOCK = [
  '{"petId":-9223372036854775808,"quantity":0,"status":"available"}',
  '{"petId":1,"quantity":5,"status":"available"}',
  '{"petId":2,"quantity":7,"status":"sold"}',
  '{"petId":9223372036854775807,"quantity":2147483647,"status":"pending"}',
];

describe("a service on an old database", () => {
  test.each(OLD.map((old) => [`${old.engine.name} ${old.fixture.version}`, old] as const))(
    "%s: accepts the old keys, and lists and updates the old stock",
    async (_, { engine, fixture }) => {
      await using database = await makeOld(engine, fixture);
      await using service = await TestService.start({ database: database.url });
      expect((await service.list(OLD_KEY)).text).toBe(`[${STOCK.join(",")}]`);
      expect((await service.update(OLD_KEY, 1, 6)).text).toBe(
        '{"petId":1,"quantity":6,"status":"available"}',
      );
      // The upgrade gives a key no rights that it did not have.
      expect((await service.ask("GET", "/admin/v1/me", { key: OLD_KEY })).json).toMatchObject({
        role: "clerk",
      });
      const newer = await service.ask("GET", "/admin/v1/keys", { key: OLD_KEY });
      expect([newer.status, newer.code]).toEqual([403, "insufficient_role"]);
      expect(await service.stop()).toBe(0);
      const { exitCode } = await petstock(["verify", "--database", database.url]);
      expect(exitCode).toBe(0);
    },
  );
});

const UNFILLED = OLD.filter(({ fixture }) => !fixture.sql.includes("CREATE TABLE ledger_fill"));

describe("the ledger of an old database", () => {
  test.each(UNFILLED.map((old) => [`${old.engine.name} ${old.fixture.version}`, old] as const))(
    "%s: is filled while the service runs, and then has totals",
    async (_, { engine, fixture }) => {
      await using database = await makeOld(engine, fixture);
      await using service = await TestService.start({ database: database.url });
      const path = "/admin/v1/totals?since=1970-01-01T00:00:00Z&until=1970-01-01T01:00:00Z&step=hour";
      const totals = await until("the totals", async () => {
        const answer = await service.ask("GET", path, { key: OLD_KEY });
        return answer.status === 200 && answer.json;
      });
      expect(totals).toMatchObject({ totals: [{ quantity: 2_147_483_659, inStock: 3, out: 4 }] });
    },
  );
});

describe("after a newer petstock has migrated the database", () => {
  test("a service on SQLite ends with the reason, and does not start again", async () => {
    await using database = await makeNewest(sqliteEngine());
    await using service = await TestService.start({ database: database.url });
    expect((await service.update(OLD_KEY, 1, 6)).status).toBe(200);
    await database.upgrade();
    expect(await service.exited).toBe(1);
    const { cause } = await until("the reason", () =>
      service.log.find(({ msg }) => msg === "database_failed"),
    );
    expect(cause).toMatch(REFUSAL);
    const again = await petstockProcess(["serve", "--port", "0", "--database", database.url]);
    expectRefusal(again, { exitCode: 1, words: ["newer petstock", "update petstock"] });
    expect(await database.number("SELECT quantity FROM inventory WHERE pet_id = 1")).toBe(6);
  });

  test("a service on PostgreSQL refuses all requests, is not ready, and ends with 0 when it is stopped", async () => {
    await using database = await makeNewest(postgresEngine);
    await using service = await TestService.start({ database: database.url });
    expect((await service.update(OLD_KEY, 1, 6)).status).toBe(200);
    await database.upgrade();
    const { cause } = await until("the reason", () => service.log.find(({ msg }) => msg === "database_lost"));
    expect(cause).toMatch(REFUSAL);
    expect((await service.update(OLD_KEY, 1, 7)).code).toBe("unavailable");
    expect((await service.list(OLD_KEY)).code).toBe("unavailable");
    for (const path of ["/readyz", "/readyz?exclude=database"]) {
      expect([path, (await service.ask("GET", path)).status]).toEqual([path, 503]);
    }
    expect((await service.ask("GET", "/livez")).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(await database.number("SELECT quantity FROM inventory WHERE pet_id = 1")).toBe(6);
  });
});
