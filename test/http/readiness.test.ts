// GET /readyz: whether requests should be routed to this server, and the reason if not; for proxies without the database.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { freePort } from "../support/free-port.ts";
import { petstock } from "../support/petstock.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TestService } from "../support/service.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

async function readinessOf(service: TestService, query = ""): Promise<[status: number, words: string]> {
  const { status, json, headers } = await service.ask("GET", `/readyz${query}`);
  expect(headers.get("Retry-After")).toBe(status === 503 ? "1" : null);
  const { message = "" } = json as { message?: string };
  return [status, message];
}

describe("while the database is unavailable", () => {
  test("readiness is 503 with the reason, and 200 for proxies, so that they pass on the service's own response", async () => {
    const database = `postgres://petstock@127.0.0.1:${freePort()}/petstock`;
    await using service = await TestService.start({ database, args: ["--shutdown-delay", "5m"] });
    expect(await readinessOf(service)).toEqual([503, "Not ready: the database does not answer."]);
    expect(await readinessOf(service, "?exclude=database")).toEqual([200, ""]);
    expect(await readinessOf(service, "?a=b&exclude=database&exclude=database")).toEqual([200, ""]);
    expect((await petstock(["ready", "--url", service.url])).exitCode).toBe(1);
    expect((await petstock(["ready", "--url", service.url, "--exclude", "database"])).exitCode).toBe(0);
    service.signal("SIGTERM");
    await until("the service to stop", () => service.log.find(({ msg }) => msg === "stopping"));
    for (const query of ["", "?exclude=database"]) {
      expect(await readinessOf(service, query)).toEqual([503, "Not ready: the service is stopping."]);
    }
  });

  test("if it was unavailable at the start, readiness is 503 until the inventory is loaded, which needs no request", async () => {
    await using database = await makeDatabase(await sharedServer());
    using proxy = new TcpProxy(database.server.port);
    proxy.refuse();
    await using service = await TestService.start({ database: proxy.urlThrough(database.url) });
    proxy.forward();
    const reasons = new Set<string>();
    await until("the service to be ready", async () => {
      const [status, words] = await readinessOf(service);
      if (status === 503) reasons.add(words);
      return status === 200;
    });
    expect([...reasons]).toContain("Not ready: the service is starting: it is loading the inventory.");
    expect(service.log.map(({ msg }) => msg)).toContain("list_loaded");
    expect(await service.stop()).toBe(0);
  });
});

test.each(["databse", "", "database,stopping", "x".repeat(5_000), "%1b[2J%00"])(
  "exclude=%s is 400, and the message names what there is",
  async (name) => {
    await using service = await TestService.start();
    const { status, code, text } = await service.ask("GET", `/readyz?exclude=database&exclude=${name}`);
    expect([status, code]).toEqual([400, "invalid_query"]);
    expect(text).toContain("is unknown. Accepted values: database.");
    expect(text.length).toBeLessThan(300);
  },
);
