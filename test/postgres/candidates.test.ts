// The server that is used: its database can hold every text, and of two servers that take writes it is the current one.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { Position } from "../../src/inventory/position.ts";
import { findCandidates } from "../../src/postgres/candidate.ts";
import { createPet, item, itemsOf, positionOf, setTo } from "../store/engine.ts";
import { petstockProcess } from "../support/petstock.ts";
import { sharedServer } from "../support/postgres-database.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { TestClock } from "../support/test-clock.ts";
import { EventLog, openStore } from "./opened-store.ts";

/** Limit of every wait. */
const LIMIT_MS = 60_000;
setDefaultTimeout(2 * LIMIT_MS);

test("a database that is not UTF-8 is refused unchanged, and the command in the message creates an accepted one", async () => {
  const server = await sharedServer();
  await server.run(`CREATE DATABASE "Pets 1" ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  const run = (args: readonly string[], name: string) =>
    petstockProcess(args, { env: { DATABASE_URL: server.url(encodeURIComponent(name)) } });
  for (const args of [["serve", "--port", "0"], ["verify"]]) {
    const { exitCode, stderr } = await run(args, "Pets 1");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("the database's encoding is LATIN1");
    expect(stderr).toContain(`CREATE DATABASE "Pets 1_utf8" ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0`);
  }
  expect(await server.run("SELECT 1 FROM pg_class WHERE relname = 'inventory'", "Pets 1")).toEqual([]);
  const { stderr } = await run(["verify"], "Pets 1");
  await server.run(/CREATE DATABASE .+ TEMPLATE template0/.exec(stderr)![0]);
  const { exitCode } = await run(["migrate"], "Pets 1_utf8");
  expect(exitCode).toBe(0);
  for (const name of ["Pets 1", "Pets 1_utf8"]) await server.run(`DROP DATABASE "${name}"`);
});

test("of two servers that take writes the promoted one is used and the other logged, unless only the other has the newest known commit", async () => {
  await using old = await PostgresServer.start({ settings: { fsync: "off" } });
  await using first = await openStore(old.url());
  await first.commit([createPet(1n, 1)]);
  const onBoth = await positionOf(first);
  await using promoted = await old.makeStandby({ fsync: "off" });
  await promoted.promote();
  // The old primary still runs, and acknowledges an update that the promoted one never gets.
  await first.commit([setTo(1n, 2)]);
  const onOldAlone = await positionOf(first);

  for (const servers of [
    [old, promoted],
    [promoted, old],
  ]) {
    const urls = servers.map((server) => server.url());
    // On a busy machine a server may reply late; here it is waited for.
    const clock = new TestClock(["rivalsMs"]);
    const hostsFor = async (known?: Position) =>
      (await findCandidates(urls, known, { clock })).map(({ host }) => host);
    expect(await hostsFor()).toEqual([hostOf(promoted), hostOf(old)]);
    expect(await hostsFor(onBoth)).toEqual([hostOf(promoted), hostOf(old)]);
    expect(await hostsFor(onOldAlone)).toEqual([hostOf(old), hostOf(promoted)]);

    const [event, items] = await openAndLook(urls, clock);
    expect(event).toEqual(["database_rivals", { taken: hostOf(promoted), left: hostOf(old) }]);
    expect(items).toEqual([item(1n, 1)]);
  }
});

/** The first log lines of a store on these servers, and its items. */
async function openAndLook(urls: readonly string[], clock: TestClock) {
  const log = new EventLog();
  await using store = await openStore(urls, { retryOpen: true, log, clock });
  const [event] = log.entries;
  return [event, await itemsOf(store)] as const;
}

function hostOf({ port }: PostgresServer): string {
  return `127.0.0.1:${port}`;
}
