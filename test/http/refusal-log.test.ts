// Refused requests are logged at a limited rate; the others are counted.

import { expect, setDefaultTimeout, test } from "bun:test";
import { RefusalLog } from "../../src/http/refusal-log.ts";
import type { LogFields } from "../../src/inventory/log.ts";
import { type LogLine, TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

const LINES_EACH = 20;
const LINES_MAX = 1_000;
const GROUPS_MAX = 1_000;
const AT_A_TIME = 50;

async function send(count: number, request: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await request(next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, one));
}

function named(log: readonly LogLine[], event: string): readonly LogLine[] {
  return log.filter(({ msg }) => msg === event);
}

test("the first refusals of a client and code are logged one by one, the others as a count", async () => {
  await using service = await TestService.start();
  const since = Date.now();
  await send(300, () => service.ask("GET", "/v1/inventory"));
  await service.ask("GET", "/nothing");
  expect(await service.stop()).toBe(0);
  const codes = named(service.log, "request_refused").map(({ code }) => code);
  expect(codes).toEqual([...Array.from({ length: LINES_EACH }, () => "missing_api_key"), "route_not_found"]);
  const [counted, ...more] = named(service.log, "requests_refused");
  expect(more).toEqual([]);
  expect(counted).toMatchObject({ level: "info", client: "127.0.0.1", code: "missing_api_key", count: 280 });
  expect(Date.parse(String(counted!["since"]))).toBeWithin(since, Date.now());
});

test("all are logged at the level debug", async () => {
  await using service = await TestService.start({ args: ["--log-level", "debug"] });
  await send(LINES_EACH + 5, () => service.ask("GET", "/nothing"));
  await until("all lines", () => named(service.log, "request_refused_again").length === 5);
  const ids = service.log.flatMap(({ requestId }) => requestId ?? []);
  expect(new Set(ids).size).toBe(LINES_EACH + 5);
});

test("the lines of all clients are bounded, and beyond a number of clients they share one count", async () => {
  await using service = await TestService.start({ args: ["--trusted-proxies", "127.0.0.1"] });
  const count = 2_000;
  await send(count, (index) =>
    service.ask("GET", "/v1/inventory", {
      headers: { "X-Forwarded-For": `2001:db8:${(index % 1_200).toString(16)}::${index + 1}` },
    }),
  );
  expect(await service.stop()).toBe(0);
  const lines = named(service.log, "request_refused");
  const numbers = named(service.log, "requests_refused");
  expect(lines.length).toBe(LINES_MAX);
  expect(numbers.length).toBeWithin(2, GROUPS_MAX + 2);
  expect(numbers.reduce((sum, line) => sum + Number(line["count"]), lines.length)).toBe(count);
  // Hosts of one network of IPv6 are one client.
  for (const { client } of numbers) expect(client).toMatch(/^(?:2001:db8:[0-9a-f]+:0::\/64|others)$/);
});

test("in the next window a client has lines again", async () => {
  const logged: [string, LogFields | undefined][] = [];
  const note = (event: string, fields?: LogFields) => void logged.push([event, fields]);
  using refusals = new RefusalLog({ debug() {}, info: note, warn: note, error: note }, { windowMs: 50 });
  const refusal = { requestId: "a", client: "192.0.2.1", method: "GET", path: "/", code: "x", status: 401 };
  const isRefused = ([event]: (typeof logged)[number]) => event === "request_refused";
  for (let i = 0; i < LINES_EACH + 1; i++) refusals.refused(refusal);
  expect(logged.filter(isRefused)).toHaveLength(LINES_EACH);
  await until("the number", () => logged.find(([event]) => event === "requests_refused"));
  refusals.refused(refusal);
  expect(logged.filter(isRefused)).toHaveLength(LINES_EACH + 1);
  for (let i = 0; i < LINES_EACH + 1; i++) refusals.failed({ ...refusal, code: "internal_error" }, "why");
  expect(logged.filter(([event]) => event === "request_failed")).toHaveLength(LINES_EACH);
});
