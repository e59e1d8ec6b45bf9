// Streams of changes through the example proxies: each event arrives at once, and comments keep the stream open; and the lines that
// deny the Admin API.

import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { FeedServer } from "../feed/feed-server.ts";
import { createPet, setTo } from "../store/engine.ts";
import { EventStream } from "../support/event-stream.ts";
import { until } from "../support/until.ts";
import { Caddy } from "./caddy.ts";
import { Proxy, PROXIES } from "./proxy.ts";

setDefaultTimeout(60_000);

interface Running extends AsyncDisposable {
  readonly url: string;
  readonly tls?: Proxy["tls"];
  fetch(method: string, path: string, init?: RequestInit): Promise<Response>;
}

interface Kind {
  readonly program: string;
  start(port: number, change: (config: string) => string): Promise<Running>;
}

const KINDS: readonly Kind[] = [
  ...PROXIES.map((kind) => ({
    program: kind.program,
    start: (port: number, change: (config: string) => string) => Proxy.start(kind, [port, port], change),
  })),
  { program: "caddy", start: (port, change) => Caddy.start([port, port], change) },
];

const there = KINDS.filter(({ program }) => Bun.which(program) !== null);
for (const { program } of KINDS.filter((each) => !there.includes(each)))
  console.warn(`skipped: a stream through ${program}, which is not installed`);

/** The proxies' timeouts are shorter than the test, and longer than the time between two comments. */
function impatient(config: string): string {
  return config
    .replace("proxy_read_timeout 120s", "proxy_read_timeout 3s")
    .replace("timeout client 60s", "timeout client 3s")
    .replace("timeout server 120s", "timeout server 3s")
    .replace("response_header_timeout 120s", "response_header_timeout 2s");
}

/** Removes the marks as the comment says. */
function denying(config: string): string {
  const denied = config.replaceAll(/^(\s*)#(?=[a-z} ])(?! )/gm, "$1").replaceAll(/^(\s*)#( {4})/gm, "$1$2");
  if (denied === config) throw new Error("the example has no lines that deny the Admin API");
  return denied;
}

describe.each(there)("$program", ({ start }) => {
  test("passes each event on at once, and comments keep the stream open", async () => {
    await using server = await FeedServer.start({ heartbeatMs: 300 });
    await server.store.commit([createPet(1n, 0)]);
    await using proxy = await start(Number(new URL(server.url).port), impatient);
    const { tls } = proxy;
    await using stream = await EventStream.open(proxy.url, server.key, { ...(tls && { tls }) });
    for (let quantity = 1; quantity <= 5; quantity++) {
      await server.store.commit([setTo(1n, quantity)]);
      await stream.shows(1, quantity);
    }
    await until("comments for longer than the proxy's timeouts", () => stream.comments >= 12);
    await server.store.commit([setTo(1n, 6)]);
    await stream.shows(1, 6);
    expect([stream.state, stream.response.headers.get("Content-Encoding")]).toEqual(["open", null]);
  });

  test("denies the Admin API with the lines of the example, however its path is written", async () => {
    await using server = await FeedServer.start();
    const port = Number(new URL(server.url).port);
    await using open = await start(port, (config) => config);
    await using closed = await start(port, denying);
    const headers = { Authorization: `Bearer ${server.key}` };
    expect((await open.fetch("GET", "/admin/v1/changes", { headers })).status).toBe(200);
    for (const path of [
      "/admin/v1/changes",
      "/%61dmin/v1/changes",
      "/admin%2Fv1/changes",
      "//admin/v1/changes",
    ]) {
      const answer = await closed.fetch("GET", path, { headers });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const { code } = (await (await closed.fetch("GET", "/admin/v1/changes", { headers })).json()) as {
      code: string;
    };
    expect(code).toBe("route_not_found");
    expect((await closed.fetch("GET", "/readyz")).status).toBe(200);
  });
});
