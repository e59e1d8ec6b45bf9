// listInventory: the service beside its peers and the limits.

import { atLeast, type Contest, type PetCount } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { Field } from "../field.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { entrant, peers, requests } from "./entrants.ts";

const AT_32 = { ask: "list", pets: 1_000, connections: 32 } as const;

function plain(pets: PetCount, connections: number): Contest {
  const asked = { ask: "list", pets, connections } as const;
  return {
    name: `list-${pets}-${connections}`,
    words: wordsFor(pets, connections),
    entrants: [entrant("petstock", asked), ...peers(asked)],
    ...(pets > 1_000 && connections > 1 && { timesAsLong: 3 }),
  };
}

function wordsFor(pets: number, connections: number): string {
  const count = pets.toLocaleString("en");
  return `list of ${count} pets, ${connections} ${connections === 1 ? "connection" : "connections"}`;
}

function another(ask: "list-304" | "list-gzip", words: string): Contest {
  return { name: ask, words, entrants: [entrant("petstock", { ...AT_32, ask })] };
}

const MAIN: Contest = {
  name: "list-1000-32",
  words: wordsFor(1_000, 32),
  entrants: [
    entrant("petstock", AT_32),
    {
      name: "constant",
      words: "limit: the runtime, a constant body",
      work: requests("constant", AT_32),
      target: atLeast(0.9),
    },
    { name: "nginx", words: "limit: nginx, a static file", work: requests("nginx", AT_32) },
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
  words: `The constant body is the same list with the same headers; nginx sends the same bytes. The peers read and serialise the rows
for each request.`,
  contests: CONTESTS,
  figures: [],
  async measure(bench) {
    await using field = new Field(bench, EMBEDDED);
    await runContests(field, CONTESTS, bench.pace.rounds);
  },
};
