// The cost of metrics: the same service without metrics and with them.

import { atMost, type Contest } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { ThemeServers } from "../theme-servers.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { type Load, entrant } from "./entrants.ts";

function contest(name: string, description: string, load: Load): Contest {
  return {
    name,
    description,
    isForFullRun: true,
    entrants: [entrant("petstock", load), entrant("petstock-metrics", load, atMost(1.03))],
  };
}

const CONTESTS: readonly Contest[] = [
  contest("metrics-list", "list of 1,000 pets, 32 connections", {
    request: "list",
    pets: 1_000,
    connections: 32,
  }),
  contest("metrics-update", "durable updates, 64 connections", {
    request: "update",
    pets: 1_000,
    connections: 64,
  }),
];

export const METRICS: Theme = {
  name: "metrics",
  title: "Cost of metrics",
  description: "The same service twice, without `--metrics-address` and with it, in turn.",
  contests: CONTESTS,
  figures: [],
  async measure(bench) {
    await using servers = new ThemeServers(bench, EMBEDDED);
    await runContests(servers, CONTESTS, bench.pace.rounds);
  },
};
