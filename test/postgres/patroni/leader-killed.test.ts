// A real cluster: three nodes under Patroni with etcd, made with the files of examples/patroni, whose leader is killed under load.

import { expect, setDefaultTimeout, test } from "bun:test";
import { sized } from "../../support/sizes.ts";
import { until } from "../../support/until.ts";
import { CheckedLoad } from "../checked-load.ts";
import { expectNothingLost, followAll } from "../failover-audit.ts";
import { emptyPets, Fleet } from "../fleet.ts";
import { PatroniCluster } from "./cluster.ts";
import { MISSING } from "./installed.ts";

const ROUNDS = sized({ quick: 1, hours: 20 });
/** Patroni waits for its ttl, 20 s, before it elects a leader; several times that. */
const ELECTION_MS_MAX = 150_000;
setDefaultTimeout(300_000 + ROUNDS * 300_000);

const PETS = 40;
/** Updates before each kill, and after each election. */
const UPDATES = 300;

if (MISSING.length > 0) {
  console.warn(
    `skipped: a cluster under Patroni: ${MISSING.join(", ")} not installed (Debian's patroni, etcd-server, postgresql)`,
  );
}

test.skipIf(MISSING.length > 0)(
  `under Patroni, with the leader killed under load (${ROUNDS} times), no acknowledged update is lost and no list is stale`,
  async () => {
    await using cluster = await PatroniCluster.start();
    await using fleet = await Fleet.start(cluster.url, 2);
    const key = await fleet.makeKey();
    await fleet.importRows(emptyPets(1, PETS));
    const load = new CheckedLoad({ fleet, key, pets: PETS });
    await using streams = await followAll(fleet, key);
    const running = load.run({ writers: 8, readers: 4 });
    const more = async (what: string) => {
      const enough = load.writes + UPDATES;
      await until(what, () => load.writes >= enough, ELECTION_MS_MAX);
    };

    const pauses: number[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      const leader = await cluster.complete();
      await more("some load");
      const killedAt = performance.now();
      await leader.kill();
      const { refused } = load;
      await until("clients to be refused", () => load.refused > refused + 10);
      const before = load.writes;
      await until("an update on the new leader", () => load.writes > before, ELECTION_MS_MAX);
      pauses.push(Math.round((performance.now() - killedAt) / 1_000));
      // The services are the same processes.
      await more("some load on the new leader");
      leader.start();
      const next = await cluster.complete();
      expect(next.name).not.toBe(leader.name);
    }
    load.stop();
    await running;

    await expectNothingLost(
      { fleet, key, load, streams },
      { title: `${ROUNDS} leaders killed under Patroni`, ending: `${pauses.join(", ")} s without updates` },
    );
  },
);
