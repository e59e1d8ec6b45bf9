// The database falls silent: frozen, or behind a network that passes nothing. Nobody is told, and nothing is closed. Each
// network is one service's own, so those run at once; a frozen server is frozen for all.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sized } from "../support/sizes.ts";
import { makeDatabase } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { TestService } from "../support/service.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { endure, type Stage } from "./fault.ts";
import { printTableAtEnd } from "./fault-table.ts";
import { Load } from "./load.ts";

setDefaultTimeout(120_000);
printTableAtEnd();

const RESETS = sized({ quick: 10, long: 10, hours: 100 });

let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

/** In what a client sends last: the rows of a group's ledger, and its COMMIT in the same breath. */
const WRITE = '"request_id"';

async function endureBehindProxy(
  fault: string,
  play: (stage: Stage, proxy: TcpProxy) => Promise<number>,
): Promise<void> {
  using proxy = new TcpProxy(server.port);
  await endure(fault, { server, urlOf: ({ url }) => proxy.urlThrough(url) }, (stage) => play(stage, proxy));
}

test("a server that is frozen and thawed", async () => {
  await endure("frozen (SIGSTOP) and thawed", { server }, async ({ load }) => {
    await server.freeze();
    await load.untilSeen("unavailable", 40);
    server.thaw();
    return performance.now();
  });
});

test("a server that is frozen for a moment is waited for, and nobody is refused", async () => {
  await endure("frozen for half a second", { server }, async ({ load, service }) => {
    await server.freeze();
    const frozenAt = performance.now();
    await until("half a second", () => performance.now() > frozenAt + 500);
    server.thaw();
    const thawedAt = performance.now();
    await load.untilSeen("ok", 20);
    expect(load.count("unavailable")).toBe(0);
    expect(service.log.filter(({ msg }) => msg === "database_lost")).toEqual([]);
    return thawedAt;
  });
});

test.concurrent("a network that passes nothing, and then again", async () => {
  await endureBehindProxy("network silent", async ({ load }, proxy) => {
    proxy.freeze();
    await load.untilSeen("unavailable", 40);
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("a network that falls silent on a commit that the server still gets", async () => {
  await endureBehindProxy("silent after COMMIT was delivered", async ({ load }, proxy) => {
    await proxy.freezeOn(WRITE, "delivered");
    await load.untilSeen("unavailable", 20);
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("a network that loses a commit on its way", async () => {
  await endureBehindProxy("silent before COMMIT arrived", async ({ load }, proxy) => {
    await proxy.freezeOn(WRITE, "withheld");
    await load.untilSeen("unavailable", 20);
    proxy.cut();
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("a commit whose fate nobody can tell in time is told as such", async () => {
  await endureBehindProxy("silent beyond the search for its fate", async ({ load }, proxy) => {
    await proxy.freezeOn(WRITE, "delivered");
    // Those of the group that was on its way, and only they.
    await until("the first outcome_unknown", () => load.count("outcome_unknown") > 0);
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("connections that the network resets, again and again", async () => {
  await endureBehindProxy(`connections reset, ${RESETS} times`, async ({ load }, proxy) => {
    for (let round = 1; ; round++) {
      await load.untilSeen("ok", 20);
      proxy.cut();
      if (round === RESETS) return performance.now();
    }
  });
});

test.concurrent("a service that is stopped while its database is silent ends in time", async () => {
  await using database = await makeDatabase(server);
  using proxy = new TcpProxy(server.port);
  const url = proxy.urlThrough(database.url);
  await using service = await TestService.start({ database: url, rows: Load.rows });
  const load = new Load(service, await service.makeKey());
  load.start();
  await load.untilSeen("ok", 20);
  proxy.freeze();
  service.signal("SIGTERM");
  await load.stop();
  expect(await service.exited).toBe(0);
  proxy.cut();
});
