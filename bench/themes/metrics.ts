// The cost of metrics: the same service without metrics and with them.

import { atMost, type Contest } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { Field } from "../field.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { type Asked, entrant } from "./entrants.ts";

function contest(name: string, words: string, asked: Asked): Contest {
  return {
    name,
    words,
    entrants: [entrant("petstock", asked), entrant("petstock-metrics", asked, atMost(1.03))],
  };
}

const CONTESTS: readonly Contest[] = [
  contest("metrics-list", "list of 1,000 pets, 32 connections", {
    ask: "list",
    pets: 1_000,
    connections: 32,
  }),
  contest("metrics-update", "durable updates, 64 connections", {
    ask: "update",
    pets: 1_000,
    connections: 64,
  }),
];

export const METRICS: Theme = {
  name: "metrics",
  title: "Cost of metrics",
  words: "The same service twice, without `--metrics-address` and with it, in turn.",
  contests: CONTESTS,
  figures: [],
  async measure(bench) {
    await using field = new Field(bench, EMBEDDED);
    await runContests(field, CONTESTS, bench.pace.rounds);
  },
};
