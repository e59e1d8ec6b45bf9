// Change sets: one of 10,000 rows beside as many updates, and what it costs the updates of others.

import { dirname } from "node:path";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import type { Bench } from "../bench.ts";
import { applySet, longestWaits, SET_ROWS } from "../change-set-load.ts";
import { atLeast, atMost, type Figure } from "../contest.ts";
import { type InventoryDatabase, makeDatabase } from "../database.ts";
import { startService } from "../service.ts";
import { runLoad } from "../target.ts";
import type { Theme } from "../theme.ts";
import { requests } from "./entrants.ts";

const ENGINES = ["SQLite", "PostgreSQL"] as const;
type EngineName = (typeof ENGINES)[number];

/** Updates at 64 connections, as in the theme of updates. */
const LOAD = { request: "update", pets: SET_ROWS, connections: 64 } as const;
/** Change sets beside updates in each round. */
const SETS = 5;
/** Change sets alone in each round. */
const SETS_ALONE = 5;

const FIGURES: readonly Figure[] = ENGINES.flatMap((engine): Figure[] => [
  { name: `change-sets ${engine} set`, description: `a change set of 10,000 rows, ${engine}`, unit: "ms" },
  {
    name: `change-sets ${engine} updates`,
    description: `10,000 updates at 64 connections, ${engine}`,
    unit: "ms",
    against: `change-sets ${engine} set`,
    target: { of: "ratio", ...atLeast(20) },
  },
  {
    name: `change-sets ${engine} wait`,
    description: `the longest wait of another update for it, ${engine}`,
    unit: "ms",
    target: { of: "figure", ...atMost(100) },
  },
]);

export const CHANGE_SETS: Theme = {
  name: "change-sets",
  title: "Change sets",
  description: `10,000 pets. A change set of 10,000 rows is CSV and changes every pet. The waits are those of 16 connections that send
updates one after the other in the benchmark's own process.`,
  contests: [],
  figures: FIGURES,
  async measure(bench) {
    await measureEngine(bench, "SQLite", await bench.databases.copy(SET_ROWS));
    await using postgres = await PostgresServer.start({ folder: dirname(bench.folder) });
    await postgres.run("CREATE DATABASE change_sets");
    const file = await bench.databases.file(SET_ROWS);
    await measureEngine(
      bench,
      "PostgreSQL",
      await makeDatabase(bench.children, postgres.url("change_sets"), file),
    );
  },
};

async function measureEngine(bench: Bench, engine: EngineName, database: InventoryDatabase): Promise<void> {
  const { children, generator, pace, samples, say } = bench;
  const server = await startService(children, database);
  const client = { server, key: database.key };
  const target = { servers: [server], key: database.key, pets: SET_ROWS } as const;
  const work = requests("petstock", LOAD);
  await runLoad(generator, target, { work, seconds: pace.warmUpSeconds });
  for (const turn of [1_000, 2_000]) await applySet(client, turn);
  for (let round = 1; round <= pace.rounds; round++) {
    say(`change sets, ${engine}, round ${round} of ${pace.rounds}`);
    const { perSecond } = await runLoad(generator, target, { work, seconds: pace.secondsEach });
    samples.add(`change-sets ${engine} updates`, (SET_ROWS / perSecond) * 1_000);
    for (let set = 0; set < SETS_ALONE; set++)
      samples.add(`change-sets ${engine} set`, await applySet(client, 3_000 + 10 * round + set));
    for (const wait of await longestWaits(client, SETS)) samples.add(`change-sets ${engine} wait`, wait);
  }
  await server.stop();
}
