// Both operations at once: 95 lists to 5 updates.

import type { Contest } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { prepareSqlitePeers } from "../peers/sqlite-peer.ts";
import { ThemeServers } from "../theme-servers.ts";
import { runContests } from "../rounds.ts";
import type { Theme } from "../theme.ts";
import { entrant, peers } from "./entrants.ts";

const LOAD = { request: "mixed", pets: 1_000, connections: 64 } as const;

const CONTEST: Contest = {
  name: "mixed-64",
  description: "95 lists to 5 updates, 64 connections",
  entrants: [
    entrant("petstock", LOAD),
    ...peers(LOAD, {}, ["rust-sqlite", "elysia-sqlite", "fastify-sqlite"]),
  ],
};

export const MIXED: Theme = {
  name: "mixed",
  title: "Lists and updates together",
  description: "1,000 pets; every twentieth request is a durable update, so almost every list has changed.",
  contests: [CONTEST],
  figures: [],
  prepare: prepareSqlitePeers,
  async measure(bench) {
    await using servers = new ThemeServers(bench, EMBEDDED);
    await runContests(servers, [CONTEST], bench.pace.rounds);
  },
};
