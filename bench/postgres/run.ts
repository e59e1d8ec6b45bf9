// The part of a run that is on PostgreSQL: one server from npm with its default settings, so each commit waits for the
// disk. On it a database of the service, which one, two and three processes serve, and one of the rival.

import { dirname } from "node:path";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import type { Bench } from "../bench.ts";
import { type Field, runRounds } from "../contestants.ts";
import { type Service, startService } from "../service.ts";
import { authorization, type Ledger, makeStock, type Stock } from "../stock.ts";
import type { Target } from "../target.ts";
import { installFastify } from "./fastify-packages.ts";
import { startFastify } from "./fastify.ts";
import { POSTGRES } from "./measurements.ts";
import { measureRoundTrips } from "./round-trips.ts";

const DATABASE = "petstock";
const SERVICES = 3;

/** `file`: the inventory, as a file for `import`. */
export async function measurePostgres(bench: Bench, file: string): Promise<void> {
  const { children, facts, pace, say } = bench;
  say("starting PostgreSQL");
  await using postgres = await PostgresServer.start({ folder: dirname(bench.folder) });
  const [version] = await postgres.run("SHOW server_version");
  facts.push(`PostgreSQL ${version?.["server_version"]}, default settings, in the same folder`);
  await postgres.run(`CREATE DATABASE ${DATABASE}`);
  const stock = await makeStock(children, postgres.url(DATABASE), file);
  say("counting round trips");
  await measureRoundTrips(bench, { postgres, database: DATABASE, stock });

  const targets = await startTargets(bench, { postgres, stock, file });
  await runRounds(bench, { targets, files: {} }, { measurements: POSTGRES, rounds: pace.postgresRounds });
  // Before the database server, so that nobody misses it.
  const servers = new Set(Object.values(targets).flatMap((target) => target?.servers ?? []));
  for (const server of servers) await server.stop();
}

async function startTargets(
  bench: Bench,
  { postgres, stock, file }: { postgres: PostgresServer; stock: Stock; file: string },
): Promise<Field["targets"]> {
  const services: Service[] = [];
  for (let count = 0; count < SERVICES; count++) services.push(await startService(bench.children, stock));
  const ledger = () => ledgerOf(postgres);
  const of = (count: number): Target => ({
    servers: services.slice(0, count),
    key: stock.key,
    pets: 1_000,
    ledger,
  });
  const packages = await installFastify(bench);
  const fastify = packages && (await startFastify(bench, { postgres, packages, file }));
  const targets = { "postgres-1": of(1), "postgres-2": of(2), "postgres-3": of(3), fastify };
  await expectSameList(Object.values(targets).filter((target) => target !== undefined));
  return targets;
}

async function ledgerOf(postgres: PostgresServer): Promise<Ledger> {
  const [row] = await postgres.run(
    "SELECT (SELECT revision FROM head) AS revision, (SELECT count(*) FROM commit_mark) AS commits",
    DATABASE,
  );
  return { changes: Number(row?.["revision"]), commits: Number(row?.["commits"]) };
}

/** Throws where one gives another list than the first; the order of an item's members is anybody's own. */
async function expectSameList(targets: readonly Target[]): Promise<void> {
  const lists = await Promise.all(targets.map(listOf));
  if (lists.some((list) => !Bun.deepEquals(list, lists[0])))
    throw new Error("the lists on PostgreSQL differ");
}

async function listOf({ servers, key }: Target): Promise<unknown> {
  const response = await fetch(`${servers.at(-1)?.url}/v1/inventory`, { headers: authorization({ key }) });
  return response.json();
}
