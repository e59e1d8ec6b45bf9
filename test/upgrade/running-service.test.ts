// A service whose database a newer petstock migrates: it refuses updates with the reason.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { expectRefusal } from "../cli/inventory.ts";
import { petstockProcess } from "../support/petstock.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { postgresEngine, sqliteEngine } from "./engines.ts";
import { REFUSAL } from "./newer-suite.ts";
import { KEY, makeShop } from "./shop.ts";

setDefaultTimeout(60_000);

describe("after a newer petstock has migrated the database", () => {
  test("a service on SQLite ends with the reason, and does not start again", async () => {
    await using database = await makeShop(sqliteEngine());
    await using service = await TestService.start({ database: database.url });
    expect((await service.update(KEY, 1, 6)).status).toBe(200);
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
    await using database = await makeShop(postgresEngine);
    await using service = await TestService.start({ database: database.url });
    expect((await service.update(KEY, 1, 6)).status).toBe(200);
    await database.upgrade();
    const { cause } = await until("the reason", () => service.log.find(({ msg }) => msg === "database_lost"));
    expect(cause).toMatch(REFUSAL);
    expect((await service.update(KEY, 1, 7)).code).toBe("unavailable");
    expect((await service.list(KEY)).code).toBe("unavailable");
    for (const path of ["/readyz", "/readyz?exclude=database"]) {
      expect([path, (await service.ask("GET", path)).status]).toEqual([path, 503]);
    }
    expect((await service.ask("GET", "/livez")).status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(await database.number("SELECT quantity FROM inventory WHERE pet_id = 1")).toBe(6);
  });
});
