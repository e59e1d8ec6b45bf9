// The database server is stopped in each of its modes, under load, and started again.

import { setDefaultTimeout, test } from "bun:test";
import { sized } from "../support/sizes.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { endure } from "./fault.ts";
import { printTableAtEnd } from "./fault-table.ts";
import { shared } from "../support/shared.ts";

setDefaultTimeout(120_000);
printTableAtEnd();

const ROUNDS = sized({ quick: 1, hours: 30 });
const TERMINATIONS = sized({ quick: 3, hours: 200 });

const server = shared(await PostgresServer.start());

test("the service recovers from a stopped server", async () => {
  await endure("stopped (fast) and started", { server }, async ({ load }) => {
    await server.stop("fast");
    await load.untilSeen("unavailable", 40);
    await server.startAgain();
    return performance.now();
  });
});

test.each([
  ["killed during commits", "killed (immediate)", "immediate"],
  ["restarted", "restarted (fast)", "fast"],
] as const)("the service recovers each time the server is %s", async (_, fault, mode) => {
  await endure(`${fault}, ${ROUNDS} times`, { server }, async ({ load }) => {
    for (let round = 1; ; round++) {
      await load.untilSeen("ok", 20, "update");
      await server.stop(mode);
      await server.startAgain();
      if (round === ROUNDS) return performance.now();
    }
  });
});

test("the service recovers each time its connections are terminated", async () => {
  await endure(`connections terminated, ${TERMINATIONS} times`, { server }, async ({ load, database }) => {
    for (let round = 1; ; round++) {
      await load.untilSeen("ok", 20);
      await database.endSessions();
      if (round === TERMINATIONS) return performance.now();
    }
  });
});
