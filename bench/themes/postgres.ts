// The service on PostgreSQL, as one server and as several on one database, beside its peer.

import { dirname } from "node:path";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import { atLeast, atMost, type Bound, type Contest, type Entrant, type Figure } from "../contest.ts";
import { ThemeServers } from "../theme-servers.ts";
import { makeInventory, onPostgres } from "../on-postgres.ts";
import { installPeers } from "../peers/packages.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { type Load, requests } from "./entrants.ts";
import { measureRoundTrips } from "./round-trips.ts";

const UPDATE: Load = { request: "update", pets: 1_000, connections: 64 };
const LIST: Load = { request: "list", pets: 1_000, connections: 32 };

/** With targets for the multiple of three servers and of the peer. */
function entrants(load: Load, { three, peer }: { three?: Bound; peer: Bound }): readonly Entrant[] {
  return [
    { name: "petstock", description: "petstock, one server", work: requests("petstock-pg-1", load) },
    { name: "two", description: "petstock, two servers", work: requests("petstock-pg-2", load) },
    {
      name: "three",
      description: "petstock, three servers",
      work: requests("petstock-pg-3", load),
      ...(three && { target: three }),
    },
    { name: "fastify-pg", description: "Fastify + pg", work: requests("fastify-pg", load), target: peer },
  ];
}

const CONTESTS: readonly Contest[] = [
  {
    name: "postgres-update",
    description: "durable updates, 64 connections",
    entrants: entrants(UPDATE, { three: atMost(1), peer: atLeast(2.5) }),
  },
  {
    name: "postgres-list",
    description: "list, 32 connections",
    entrants: entrants(LIST, { peer: atLeast(20) }),
  },
];

const FIGURES: readonly Figure[] = [
  {
    name: "postgres-update/petstock:commits",
    description: "commits per update, 64 connections, one server",
    unit: "each",
  },
  {
    name: "round-trips-list",
    description: "round trips per unchanged list, 32 connections",
    unit: "each",
  },
  {
    name: "round-trips-list-304",
    description: "the same with 304 responses",
    unit: "each",
  },
];

export const POSTGRES: Theme = {
  name: "postgres",
  title: "PostgreSQL",
  description: `1,000 pets. The load generator and the database server, with default settings, share the machine; memory is without it.
Rates of several servers are added; the slowest response time counts. "Round trips" are the database's transactions.`,
  contests: CONTESTS,
  figures: FIGURES,
  async prepare(bench) {
    await installPeers(bench);
  },
  async measure(bench) {
    bench.say("starting PostgreSQL");
    await using postgres = await PostgresServer.start({ folder: dirname(bench.folder) });
    const [version] = await postgres.run("SHOW server_version");
    bench.facts.add(`PostgreSQL ${version?.["server_version"]}, default settings, in the same folder`);
    const inventory = await makeInventory(bench, postgres);
    bench.say("counting round trips");
    await measureRoundTrips(bench, inventory);
    // The service's servers end before the database server.
    await using servers = new ThemeServers(bench, onPostgres(inventory));
    await runContests(servers, CONTESTS, bench.pace.rounds);
  },
};
