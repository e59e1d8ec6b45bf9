// listInventory: the service beside its peers and the limits.

import { atLeast, type Contest, type PetCount } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { ThemeServers } from "../theme-servers.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { entrant, peers, requests } from "./entrants.ts";

const AT_32 = { request: "list", pets: 1_000, connections: 32 } as const;

function plain(pets: PetCount, connections: number): Contest {
  const load = { request: "list", pets, connections } as const;
  return {
    name: `list-${pets}-${connections}`,
    description: descriptionOf(pets, connections),
    entrants: [entrant("petstock", load), ...peers(load)],
    ...(pets > 1_000 && connections > 1 && { timesAsLong: 3 }),
  };
}

function descriptionOf(pets: number, connections: number): string {
  const count = pets.toLocaleString("en");
  return `list of ${count} pets, ${connections} ${connections === 1 ? "connection" : "connections"}`;
}

function another(request: "list-304" | "list-gzip", description: string): Contest {
  return { name: request, description, entrants: [entrant("petstock", { ...AT_32, request })] };
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
    ...peers(AT_32, { elysia: atLeast(10), fastify: atLeast(40) }),
  ],
};

const CONTESTS: readonly Contest[] = [
  MAIN,
  another("list-304", "the same list, unchanged (304)"),
  another("list-gzip", "the same list in gzip"),
  plain(1_000, 1),
  plain(100_000, 32),
  plain(100_000, 1),
];

export const LISTS: Theme = {
  name: "lists",
  title: "Lists",
  description: `The constant body is the same list with the same headers; nginx sends the same bytes. The peers read and serialise the rows
for each request.`,
  contests: CONTESTS,
  figures: [],
  async measure(bench) {
    await using servers = new ThemeServers(bench, EMBEDDED);
    await runContests(servers, CONTESTS, bench.pace.rounds);
  },
};
