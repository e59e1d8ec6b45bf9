// How many questions to the database a list costs: many lists share one that began after all of them had come. The
// database server counts them itself, as transactions; a connection reports what it had at the latest when it ends.

import { until } from "../../test/support/until.ts";
import type { Bench } from "../bench.ts";
import type { Inventory } from "../on-postgres.ts";
import { startService } from "../service.ts";
import { runLoad } from "../target.ts";
import { requests } from "./entrants.ts";

const CONNECTIONS = 32;
const LEAVE_MS = 5_000;

/** Adds the figures; the few questions of the service's start, and its heartbeats, are in them. */
export async function measureRoundTrips(bench: Bench, inventory: Inventory): Promise<void> {
  const { children, generator, pace, samples } = bench;
  const { key } = inventory.stock;
  for (const ask of ["list", "list-304"] as const) {
    const before = await transactions(inventory);
    const service = await startService(children, inventory.stock);
    const target = { servers: [service], key, pets: 1_000 } as const;
    const work = requests("petstock-pg-1", { ask, pets: 1_000, connections: CONNECTIONS });
    const load = await runLoad(generator, target, { work, seconds: pace.secondsEach });
    await service.stop();
    samples.add(`round-trips-${ask}`, ((await transactions(inventory)) - before) / load.requests);
  }
}

/** Of the one database; asked from another one, once nobody is connected any more. */
async function transactions({ postgres, database }: Inventory): Promise<number> {
  const isAlone = async () => (await postgres.connections(database)) === 0;
  await until(`the last connection to ${database} to end`, isAlone, LEAVE_MS);
  const [row] = await postgres.run(
    `SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = '${database}'`,
  );
  return Number(row?.["count"]);
}
