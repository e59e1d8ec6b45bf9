// The service on PostgreSQL, alone and with others on the same database, beside its peer.

import { dirname } from "node:path";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import { atLeast, type Bound, type Contest, type Entrant, type Figure } from "../contest.ts";
import { Field } from "../field.ts";
import { makeInventory, onPostgres } from "../on-postgres.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { type Asked, requests } from "./entrants.ts";
import { measureRoundTrips } from "./round-trips.ts";

const UPDATE: Asked = { ask: "update", pets: 1_000, connections: 64 };
const LIST: Asked = { ask: "list", pets: 1_000, connections: 32 };

function entrants(asked: Asked, target: Bound): readonly Entrant[] {
  return [
    { name: "petstock", words: "petstock, one server", work: requests("petstock-pg-1", asked) },
    { name: "two", words: "petstock, two servers", work: requests("petstock-pg-2", asked) },
    { name: "three", words: "petstock, three servers", work: requests("petstock-pg-3", asked) },
    { name: "fastify-pg", words: "Fastify + pg", work: requests("fastify-pg", asked), target },
  ];
}

const CONTESTS: readonly Contest[] = [
  {
    name: "postgres-update",
    words: "durable updates, 64 connections",
    entrants: entrants(UPDATE, atLeast(2.5)),
  },
  { name: "postgres-list", words: "list, 32 connections", entrants: entrants(LIST, atLeast(20)) },
];

const FIGURES: readonly Figure[] = [
  {
    name: "postgres-update/petstock:commits",
    words: "commits per update, 64 connections, one server",
    unit: "each",
  },
  {
    name: "round-trips-list",
    words: "round trips per unchanged list, 32 connections",
    unit: "each",
  },
  {
    name: "round-trips-list-304",
    words: "the same with 304 responses",
    unit: "each",
  },
];

export const POSTGRES: Theme = {
  name: "postgres",
  title: "PostgreSQL",
  words: `1,000 pets. Load generator, service and database server share the machine; the database server has its default settings.
CPU and memory are without it. With several servers of the service each has its own load: rates are added, and the slowest
response time counts. "Round trips" are the transactions that the database server counts from a service's start to its end.`,
  contests: CONTESTS,
  figures: FIGURES,
  async measure(bench) {
    bench.say("starting PostgreSQL");
    await using postgres = await PostgresServer.start({ folder: dirname(bench.folder) });
    const [version] = await postgres.run("SHOW server_version");
    bench.facts.add(`PostgreSQL ${version?.["server_version"]}, default settings, in the same folder`);
    const inventory = await makeInventory(bench, postgres);
    bench.say("counting round trips");
    await measureRoundTrips(bench, inventory);
    // Its servers end before the database server does, so that nobody misses it.
    await using field = new Field(bench, onPostgres(inventory));
    await runContests(field, CONTESTS, bench.pace.rounds);
  },
};
