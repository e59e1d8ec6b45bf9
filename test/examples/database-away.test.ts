// While the database is unavailable, clients get the service's own response through each example proxy: an Error body with
// Retry-After. Without a server they get the same from the proxy.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { makeKey } from "../../src/keys/format.ts";
import { freePort } from "../support/free-port.ts";
import { scrape, WITH_METRICS } from "../support/metrics.ts";
import { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { Caddy } from "./caddy.ts";
import { Proxy, PROXIES } from "./proxy.ts";

setDefaultTimeout(60_000);

type Through = Pick<Caddy, "fetch" | typeof Symbol.asyncDispose>;
/** nginx has no readiness checks. */
const WITHOUT_CHECKS = "nginx";
/** Two checks of each server. */
const CHECKS_MIN = 4;

type Start = (servers: readonly [number, number]) => Promise<Through>;

const STARTS: readonly (readonly [program: string, start: Start])[] = [
  ["caddy", (servers) => Caddy.start(servers)],
  ...PROXIES.map((kind) => [kind.program, (servers) => Proxy.start(kind, servers)] as [string, Start]),
];
const there = STARTS.filter(([program]) => Bun.which(program) !== null);
for (const [program] of STARTS.filter((each) => !there.includes(each))) {
  console.warn(`skipped: ${program} while the database is away: it is not installed`);
}

/** A well-formed key, which the service cannot look up meanwhile. */
const headers = { Authorization: `Bearer ${makeKey()}`, "Content-Type": "application/json" };
const UPDATE = { headers, body: '{"quantity":5}' };

let service: TestService;
let servers: readonly [number, number];
beforeAll(async () => {
  const database = `postgres://petstock@127.0.0.1:${freePort()}/petstock`;
  service = await TestService.start({ database, args: WITH_METRICS });
  const port = Number(new URL(service.url).port);
  servers = [port, port];
});
afterAll(() => service[Symbol.asyncDispose]());

/** Readiness checks so far. They are counted as "other"; this test sends no other such requests. */
async function checks(): Promise<number> {
  const { values } = await scrape(service);
  const series = [...values].filter(([name]) => name.startsWith('petstock_requests_total{operation="other"'));
  return series.reduce((sum, [, count]) => sum + count, 0);
}

describe.each(there)("%s", (program, start) => {
  test("passes on the service's own 503 with Retry-After while the database is unavailable", async () => {
    const before = await checks();
    await using proxy = await start(servers);
    if (program !== WITHOUT_CHECKS)
      await until("some checks", async () => (await checks()) >= before + CHECKS_MIN);
    for (const [method, path, init] of [
      ["GET", "/v1/inventory", { headers }],
      ["PATCH", "/v1/inventory/1", UPDATE],
    ] as const) {
      const answer = await proxy.fetch(method, path, init);
      expect(answer.headers.has("X-Request-Id")).toBe(true);
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
      expect(await answer.json()).toEqual({
        code: "unavailable",
        message: "The database does not answer; nothing was changed. Try again shortly.",
        status: 503,
      });
    }
  });

  test("has an Error body with Retry-After if no server is available", async () => {
    await using proxy = await start([freePort(), freePort()]);
    // Before its first check the proxy may forward to a missing server and answer without Retry-After.
    const answer = await until("the proxy to notice that no server is available", async () => {
      const got = await proxy.fetch("PATCH", "/v1/inventory/1", UPDATE);
      return got.headers.has("Retry-After") && got;
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    expect(await answer.json()).toMatchObject({ code: "unavailable", status: 503 });
  });
});
