// The database queries for each list: many lists share one query that starts after all of them arrived. The database server
// counts them as transactions; a connection reports its count at the latest when it ends.

import { until } from "../../test/support/until.ts";
import type { Bench } from "../bench.ts";
import type { Inventory } from "../on-postgres.ts";
import { startService } from "../service.ts";
import { runLoad } from "../target.ts";
import { requests } from "./entrants.ts";

const CONNECTIONS = 32;
const LEAVE_MS = 5_000;

/** Adds the figures, which include the few queries of the service's start and its heartbeats. */
export async function measureRoundTrips(bench: Bench, inventory: Inventory): Promise<void> {
  const { children, generator, pace, samples } = bench;
  const { key } = inventory.database;
  for (const request of ["list", "list-304"] as const) {
    const before = await transactions(inventory);
    const service = await startService(children, inventory.database);
    const target = { servers: [service], key, pets: 1_000 } as const;
    const work = requests("petstock-pg-1", { request, pets: 1_000, connections: CONNECTIONS });
    const load = await runLoad(generator, target, { work, seconds: pace.secondsEach });
    await service.stop();
    samples.add(`round-trips-${request}`, ((await transactions(inventory)) - before) / load.requests);
  }
}

/** The transactions of the database, read from another database once no connection to it is left. */
async function transactions({ postgres, databaseName }: Inventory): Promise<number> {
  const isAlone = async () => (await postgres.connections(databaseName)) === 0;
  await until(`the last connection to ${databaseName} to end`, isAlone, LEAVE_MS);
  const [row] = await postgres.run(
    `SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = '${databaseName}'`,
  );
  return Number(row?.["count"]);
}
