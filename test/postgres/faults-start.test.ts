// The database is unavailable, or takes no writes, when the service starts or while it runs.

import { expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PostgresServer } from "../support/postgres-server.ts";
import type { TestService } from "../support/service.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { endure } from "./fault.ts";
import { printTableAtEnd } from "./fault-table.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);
printTableAtEnd();

const server = shared(await PostgresServer.start());

async function expectAliveAndNotReady(service: TestService): Promise<void> {
  expect((await service.ask("GET", "/livez")).status).toBe(200);
  expect((await service.ask("GET", "/readyz")).status).toBe(503);
}

test.each<[how: string, fault: string, begin: (proxy: TcpProxy) => void]>([
  ["without its database", "unreachable at start", (proxy) => proxy.refuse()],
  ["on a silent network", "silent at start", (proxy) => proxy.freeze()],
])("a service that starts %s works once the database is available", async (_, fault, begin) => {
  using proxy = new TcpProxy(server.port);
  begin(proxy);
  const urlOf = ({ url }: { url: string }) => proxy.urlThrough(url);
  await endure(fault, { server, urlOf, fromTheStart: true }, async ({ load, service }) => {
    await load.untilSeen("unavailable", 40);
    await expectAliveAndNotReady(service);
    expect(load.count("ok")).toBe(0);
    proxy.forward();
    return performance.now();
  });
});

test("a server that restarts as a standby is not used until it is promoted", async () => {
  await endure("standby, then promoted", { server }, async ({ load, service }) => {
    await server.stop("fast");
    writeFileSync(join(server.path, "standby.signal"), "");
    await server.startAgain();
    const standbySince = performance.now();
    await load.untilSeen("unavailable", 40);
    await expectAliveAndNotReady(service);
    expect(load.count("ok", { since: standbySince })).toBe(0);
    await server.promote();
    return performance.now();
  });
});
