// Failover to a standby, with two services that know both addresses. With synchronous replication no acknowledged update is
// lost; with asynchronous replication the loss is noticed, and no old tag matches again.

import { expect, setDefaultTimeout, test } from "bun:test";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { CheckedLoad } from "./checked-load.ts";
import { expectNothingLost, followAll } from "./failover-audit.ts";
import { emptyPets, Fleet, TIMES } from "./fleet.ts";
import { Pair } from "./pair.ts";

setDefaultTimeout(120_000 + TIMES * 30_000);

const PETS = 40;
test("with a synchronous standby a failover loses no acknowledged update, and the services recover", async () => {
  await using pair = await Pair.start();
  await pair.replicateSynchronously();
  await using fleet = await Fleet.start(pair.url, 2);
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, PETS));
  const load = new CheckedLoad({ fleet, key, pets: PETS });
  await using streams = await followAll(fleet, key);
  const running = load.run({ writers: 16, readers: 4 });
  await until("some updates", () => load.writes > 300 * TIMES, 60_000 * TIMES);

  await pair.primary.stop("immediate");
  const before = load.writes;
  await until("clients to be refused", () => load.refused > 10);
  expect(load.writes).toBe(before);
  const promotedAt = performance.now();
  await pair.standby.promote();
  await until("an update on the new primary", () => load.writes > before);
  const recoveredMs = Math.round(performance.now() - promotedAt);
  await until("some more", () => load.writes > before + 300);
  load.stop();
  await running;

  // The services have kept the streams open.
  expect(streams.all.map(({ opened }) => opened)).toEqual([1, 1]);
  await expectNothingLost(
    { fleet, key, load, streams },
    {
      title: "synchronous failover",
      ending: `first update ${recoveredMs} ms after the promotion began`,
    },
  );
});

test("a commit whose wait for the standby is ended is not acknowledged before the standby has it", async () => {
  await using pair = await Pair.start();
  await pair.primary.run(`ALTER DATABASE ${pair.database} SET synchronous_commit = 'off'`);
  await pair.replicateSynchronously();
  await using fleet = await Fleet.start(pair.url, 1);
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, 1));
  const [service] = fleet.services as [TestService];
  await pair.standby.freeze();
  const answered = service.update(key, 1, 5);
  const waiting = await until("the commit to wait for the standby", async () => {
    const rows = await pair.primary.run("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    return rows[0];
  });
  await pair.primary.run(`SELECT pg_terminate_backend(${waiting["pid"]})`);
  // It is on the primary's disk alone: neither applied nor not applied would be true of both servers.
  expect((await answered).code).toBe("outcome_unknown");
  pair.standby.thaw();
  await until("updates again", async () => (await service.update(key, 1, 6)).status === 200);
  const onStandby = await until("the standby to catch up", async () => {
    const rows = await pair.standby.run(
      "SELECT quantity_after FROM movement ORDER BY revision",
      pair.database,
    );
    return rows.length === 3 && rows;
  });
  expect(onStandby.map((row) => row["quantity_after"])).toEqual([0, 5, 6]);
});

test("after a failover to a standby that lacks commits, lists show its state, and no old tag matches", async () => {
  await using pair = await Pair.start();
  await using fleet = await Fleet.start(pair.url, 2);
  const key = await fleet.makeKey();
  await fleet.importRows(emptyPets(1, PETS));
  const first = fleet.services[0]!;
  expect((await first.update(key, 1, 7)).status).toBe(200);
  await pair.standbyReaches(2n);
  await using streams = await followAll(fleet, key);
  await pair.detachStandby();
  const lost = [10, 11, 12, 13];
  const oldTags: string[] = [];
  for (const quantity of lost) {
    expect((await first.update(key, 2, quantity)).status).toBe(200);
    for (const service of fleet.services) {
      const { text, headers } = await service.list(key);
      expect(text).toContain(`{"petId":2,"quantity":${quantity},`);
      oldTags.push(headers.get("ETag") ?? "");
    }
  }
  await streams.reach(await first.list(key));
  await pair.primary.stop("immediate");
  const promotedAt = performance.now();
  await pair.standby.promote();
  const times = await Promise.all(
    fleet.services.map(async (service) => {
      await until("a list of the new primary", async () => (await service.list(key)).status === 200);
      return Math.round(performance.now() - promotedAt);
    }),
  );
  console.log(`asynchronous failover: lists ${times.join(" and ")} ms after the promotion began`);

  // The streams have shown what is lost now.
  await until("the streams to be gone", () => streams.all.every(({ gone }) => gone === 1));
  // The new primary gives the same revisions to other changes.
  for (let quantity = 20; quantity <= 20 + lost.length; quantity++) {
    for (const service of fleet.services) {
      const { status, text, headers } = await service.list(key, { "If-None-Match": oldTags.join(", ") });
      expect(status).toBe(200);
      expect(oldTags).not.toContain(headers.get("ETag") ?? "");
      expect(text).toContain('{"petId":1,"quantity":7,');
      expect(text).toContain('{"petId":2,"quantity":0,');
      expect(text).toContain(`{"petId":3,"quantity":${quantity === 20 ? 0 : quantity - 1},`);
    }
    expect((await fleet.any.update(key, 3, quantity)).status).toBe(200);
  }
  await streams.reach(await fleet.any.list(key));
  for (const stream of streams.all) stream.expectTrue(await fleet.ledger());
  const { position, problems } = JSON.parse(await fleet.command(["verify", "--json"]));
  expect({ revision: position.revision, problems }).toEqual({ revision: 2 + lost.length + 1, problems: [] });
});
