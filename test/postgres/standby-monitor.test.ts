// A standby that was promoted with the synchronous_standby_names of its former primary: each commit waits for a standby
// that does not exist.

import { expect, setDefaultTimeout, test } from "bun:test";
import { storeErrorOf } from "../sqlite/embedded.ts";
import { createPet, expectConsistent, item, itemsOf, kinds, setTo } from "../store/engine.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { until } from "../support/until.ts";
import { EventLog, openStore } from "./opened-store.ts";

setDefaultTimeout(120_000);

test("commits that wait for a standby are logged with the remedy and later ones refused, until the remedy is applied", async () => {
  await using old = await PostgresServer.start({ settings: { fsync: "off" } });
  {
    await using store = await openStore(old.url());
    await store.commit([createPet(1n, 1), createPet(2n, 1)]);
  }
  await using promoted = await old.makeStandby({ fsync: "off", synchronous_standby_names: "gone" });
  await old.stop("immediate");
  await promoted.promote();

  const log = new EventLog();
  const options = { lockTimeoutMs: 500, retryOpen: true };
  await using store = await openStore(promoted.url(), { ...options, log });
  // Another server of the service, which only meets the lock.
  await using other = await openStore(promoted.url(), options);

  const waiting = store.commit([setTo(1n, 2)]).catch((error: unknown) => error);
  const [, fields] = await until("the service to notice", () =>
    log.entries.find(([event]) => event === "commits_wait_for_standby"),
  );
  expect(fields?.["cause"]).toContain("synchronous_standby_names is 'gone'");
  for (const each of [store, other]) {
    const error = await until("a refusal that says so", async () => {
      const refusal = await storeErrorOf(each.commit([setTo(2n, 3)]));
      return /synchronous_standby_names to '' and reload/.test(refusal.message) && refusal;
    });
    expect(error.code).toBe("unavailable");
    expect(await itemsOf(each)).toEqual([item(1n, 1), item(2n, 1)]);
    await each.ping();
  }

  await promoted.run("ALTER SYSTEM SET synchronous_standby_names = ''");
  await promoted.run("SELECT pg_reload_conf()");
  await until("the service to notice", () => log.events.includes("commits_go_on"));
  const outcome = await waiting;
  // On a slow machine its outcome may have been unknown; the update is applied anyway.
  if (outcome instanceof Error) expect(outcome).toMatchObject({ code: "outcome_unknown" });
  expect(await itemsOf(store)).toEqual([item(1n, 2), item(2n, 1)]);
  expect(kinds(await store.commit([setTo(2n, 4)]))).toEqual(["updated"]);
  expect(log.events).toEqual(["commits_wait_for_standby", "commits_go_on"]);
  await expectConsistent(store);
});
