// listInventory: the service beside its peers and the limits.

import { atLeast, type Contest } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { prepareSqlitePeers } from "../peers/sqlite-peer.ts";
import { ThemeServers } from "../theme-servers.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { entrant, peers, requests } from "./entrants.ts";

const AT_32 = { request: "list", pets: 1_000, connections: 32 } as const;
const AT_1 = { ...AT_32, connections: 1 } as const;
const LARGE = { ...AT_32, pets: 100_000 } as const;

function descriptionOf(pets: number, connections: number): string {
  const count = pets.toLocaleString("en");
  return `list of ${count} pets, ${connections} ${connections === 1 ? "connection" : "connections"}`;
}

function another(request: "list-304" | "list-gzip", description: string): Contest {
  return {
    name: request,
    description,
    isForFullRun: true,
    entrants: [entrant("petstock", { ...AT_32, request })],
  };
}

const MAIN: Contest = {
  name: "list-1000-32",
  description: descriptionOf(1_000, 32),
  entrants: [
    entrant("petstock", AT_32),
    {
      name: "constant",
      description: "limit: the runtime, a constant body",
      work: requests("constant", AT_32),
      target: atLeast(0.9),
    },
    { name: "nginx", description: "limit: nginx, a static file", work: requests("nginx", AT_32) },
    ...peers(AT_32, {
      "rust-sqlite": atLeast(0.85),
      "elysia-sqlite": atLeast(10),
      "fastify-sqlite": atLeast(40),
    }),
  ],
};

const CONTESTS: readonly Contest[] = [
  MAIN,
  another("list-304", "the same list, unchanged (304)"),
  another("list-gzip", "the same list in gzip"),
  {
    name: "list-1000-1",
    description: descriptionOf(1_000, 1),
    entrants: [entrant("petstock", AT_1), ...peers(AT_1)],
  },
  {
    name: "list-100000-32",
    description: descriptionOf(100_000, 32),
    isForFullRun: true,
    timesAsLong: 2,
    // Without the bare runtime, which reads and serialises as Elysia does.
    entrants: [
      entrant("petstock", LARGE),
      ...peers(LARGE, {}, ["rust-sqlite", "elysia-sqlite", "fastify-sqlite"]),
    ],
  },
  {
    name: "list-100000-1",
    description: descriptionOf(100_000, 1),
    isForFullRun: true,
    entrants: [entrant("petstock", { ...LARGE, connections: 1 })],
  },
];

export const LISTS: Theme = {
  name: "lists",
  title: "Lists",
  description: `The constant body is the same list with the same headers; nginx sends the same bytes. axum keeps the list in memory, as bytes;
other peers read and serialise the rows for each request.`,
  contests: CONTESTS,
  figures: [],
  prepare: prepareSqlitePeers,
  async measure(bench) {
    await using servers = new ThemeServers(bench, EMBEDDED);
    await runContests(servers, CONTESTS, bench.pace.rounds);
  },
};
