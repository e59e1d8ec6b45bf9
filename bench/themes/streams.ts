// Streams of changes: what 1,000 open ones cost, and how long a change takes to arrive.

import { dirname } from "node:path";
import { PostgresServer } from "../../test/support/postgres-server.ts";
import type { Bench } from "../bench.ts";
import { atMost, type Contest, type Figure } from "../contest.ts";
import { EMBEDDED, holdStreams, STREAM_SETTINGS, STREAMS } from "../embedded.ts";
import { makeInventory } from "../on-postgres.ts";
import { residentMb } from "../process-figures.ts";
import { runContests } from "../rounds.ts";
import { startService } from "../service.ts";
import { measureDelays, type DelayOptions } from "../stream-delays.ts";
import type { Theme } from "../theme.ts";
import { ThemeServers } from "../theme-servers.ts";
import { type Load, entrant } from "./entrants.ts";

function contest(name: string, description: string, load: Load): Contest {
  return {
    name,
    description,
    isForFullRun: true,
    entrants: [entrant("petstock", load), entrant("petstock-streams", load, atMost(1.05))],
  };
}

const CONTESTS: readonly Contest[] = [
  contest("streams-list", "list of 1,000 pets, 32 connections", {
    request: "list",
    pets: 1_000,
    connections: 32,
  }),
  contest("streams-update", "durable updates, 64 connections", {
    request: "update",
    pets: 1_000,
    connections: 64,
  }),
  contest("streams-mixed", "95 lists to 5 updates, 64 connections", {
    request: "mixed",
    pets: 1_000,
    connections: 64,
  }),
];

/** Where a change is made, and where it arrives. */
const DELAYS = {
  "one server": "one server, 1 stream",
  "one server with 1,000": "one server, the last opened of 1,001 streams",
  "two servers": "two servers on PostgreSQL",
} as const;
type Way = keyof typeof DELAYS;

const FIGURES: readonly Figure[] = [
  {
    name: "streams-memory",
    description: "resident memory of 1,000 open streams, each with its connection",
    unit: "MB",
    target: { of: "figure", ...atMost(20) },
  },
  ...Object.entries(DELAYS).flatMap(([way, description]): Figure[] => [
    { name: `streams-delay ${way} p50`, description: `200 to event, median: ${description}`, unit: "ms" },
    {
      name: `streams-delay ${way} p99`,
      description: `200 to event, p99: ${description}`,
      unit: "ms",
      target: { of: "figure", ...atMost(way === "two servers" ? 500 : 50) },
    },
  ]),
];

export const STREAM_COSTS: Theme = {
  name: "streams",
  title: "Streams of changes",
  description: `The same service without streams and with 1,000 open streams of changes, which a process on the same machine reads. Under load
an event has the changes of many commits. The delay of a change is from the update's 200 to its event, with some 25 updates a
second; it is 0 if the event comes first.`,
  contests: CONTESTS,
  figures: FIGURES,
  async measure(bench) {
    await measureMemory(bench);
    await measureOneServer(bench);
    await measureTwoServers(bench);
    await using servers = new ThemeServers(bench, EMBEDDED);
    await runContests(servers, CONTESTS, bench.pace.rounds);
  },
};

async function measureMemory(bench: Bench): Promise<void> {
  bench.say(`memory of ${STREAMS} streams`);
  const database = await bench.databases.copy(1_000);
  for (let start = 0; start < bench.pace.starts; start++) {
    const service = await startService(bench.children, database, { settings: STREAM_SETTINGS });
    // So that the growth is that of streams, not of the first requests.
    for (let request = 0; request < 200; request++) await (await fetch(`${service.url}/readyz`)).text();
    const before = residentMb(service.pid);
    const holder = await holdStreams(bench, service, database.key);
    bench.samples.add("streams-memory", residentMb(service.pid) - before);
    await holder.stop();
    await service.stop();
  }
}

async function measureOneServer(bench: Bench): Promise<void> {
  const database = await bench.databases.copy(1_000);
  const service = await startService(bench.children, database, { settings: STREAM_SETTINGS });
  const options = { key: database.key, writer: service, reader: service };
  await addDelays(bench, "one server", options);
  const holder = await holdStreams(bench, service, database.key);
  await addDelays(bench, "one server with 1,000", options);
  await holder.stop();
  await service.stop();
}

async function measureTwoServers(bench: Bench): Promise<void> {
  await using postgres = await PostgresServer.start({ folder: dirname(bench.folder) });
  const { database } = await makeInventory(bench, postgres);
  const [writer, reader] = [
    await startService(bench.children, database),
    await startService(bench.children, database),
  ];
  await addDelays(bench, "two servers", { key: database.key, writer, reader });
  for (const service of [writer, reader]) await service.stop();
}

async function addDelays(bench: Bench, way: Way, options: Omit<DelayOptions, "count">): Promise<void> {
  bench.say(`delay of changes: ${DELAYS[way]}`);
  const delays = await measureDelays({ ...options, count: bench.pace.delays });
  for (const [name, share] of [
    ["p50", 0.5],
    ["p99", 0.99],
  ] as const)
    bench.samples.add(
      `streams-delay ${way} ${name}`,
      delays[Math.floor(share * delays.length)] ?? Number.NaN,
    );
}
