// The database is silent: frozen, or behind a network that passes nothing and closes nothing. Each service has a network of
// its own, so those tests run concurrently; a frozen server is frozen for all.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sized } from "../support/sizes.ts";
import { makeDatabase } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { TestService } from "../support/service.ts";
import { TcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { endure, type Stage } from "./fault.ts";
import { printTableAtEnd } from "./fault-table.ts";
import { type Exchange, Load } from "./load.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);
printTableAtEnd();

const RESETS = sized({ quick: 10, hours: 100 });

const server = shared(await PostgresServer.start());

/** In what a client sends last: the rows of a group's ledger, in one pipeline with its COMMIT. */
const WRITE = '"request_id"';

async function endureBehindProxy(
  fault: string,
  play: (stage: Stage, proxy: TcpProxy) => Promise<number>,
): Promise<void> {
  using proxy = new TcpProxy(server.port);
  await endure(fault, { server, urlOf: ({ url }) => proxy.urlThrough(url) }, (stage) => play(stage, proxy));
}

test("the service recovers from a server that was frozen", async () => {
  await endure("frozen (SIGSTOP) and thawed", { server }, async ({ load }) => {
    await server.freeze();
    await load.untilSeen("unavailable", 40);
    server.thaw();
    return performance.now();
  });
});

/** Shorter than every deadline after which a silent server counts as lost. */
const MOMENT_MS_MAX = 1_000;

test("no request is refused while a server is frozen for a moment", async () => {
  // Clients wait for each other on a busy machine, too: that is no fault.
  const options = { server, args: ["--lock-timeout", "30s"] };
  await endure("frozen for half a second", options, async ({ load, service }) => {
    const losses = () => service.log.filter(({ msg }) => msg === "database_lost").length;
    for (;;) {
      const lossesBefore = losses();
      const frozenAt = performance.now();
      await server.freeze();
      await until("half a second", () => performance.now() > frozenAt + 500);
      server.thaw();
      const thawedAt = performance.now();
      await load.untilSeen("ok", 20);
      // A busy machine may thaw it later, which is another fault.
      if (thawedAt - frozenAt > MOMENT_MS_MAX) continue;
      const isRefused = ({ verdict, answeredAt }: Exchange) =>
        verdict === "unavailable" && answeredAt >= frozenAt;
      expect(load.exchanges.filter(isRefused)).toEqual([]);
      expect(losses()).toBe(lossesBefore);
      return thawedAt;
    }
  });
});

test.concurrent("the service recovers from a silent network", async () => {
  await endureBehindProxy("network silent", async ({ load }, proxy) => {
    proxy.freeze();
    await load.untilSeen("unavailable", 40);
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("no update is lost when the network loses the reply to a commit", async () => {
  await endureBehindProxy("silent after COMMIT was delivered", async ({ load }, proxy) => {
    await proxy.freezeOn(WRITE, "delivered");
    await load.untilSeen("unavailable", 20);
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("no update is invented when the network loses a commit", async () => {
  await endureBehindProxy("silent before COMMIT arrived", async ({ load }, proxy) => {
    await proxy.freezeOn(WRITE, "withheld");
    await load.untilSeen("unavailable", 20);
    proxy.cut();
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("a commit that cannot be looked up in time is answered outcome_unknown", async () => {
  await endureBehindProxy("silent beyond the search for its fate", async ({ load }, proxy) => {
    await proxy.freezeOn(WRITE, "delivered");
    // Only the group that was being committed.
    await until("the first outcome_unknown", () => load.count("outcome_unknown") > 0);
    proxy.forward();
    return performance.now();
  });
});

test.concurrent("the service recovers each time the network resets its connections", async () => {
  await endureBehindProxy(`connections reset, ${RESETS} times`, async ({ load }, proxy) => {
    for (let round = 1; ; round++) {
      await load.untilSeen("ok", 20);
      proxy.cut();
      if (round === RESETS) return performance.now();
    }
  });
});

test.concurrent("a service ends with 0 although its database is silent", async () => {
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
