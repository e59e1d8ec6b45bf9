// updateInventory: the service beside its peers and the limits. Every update is on disk before it is acknowledged.

import { atLeast, atMost, type Contest, type Figure } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { prepareSqlitePeers } from "../peers/sqlite-peer.ts";
import { ThemeServers } from "../theme-servers.ts";
import { runContests } from "../rounds.ts";
import { measureFsyncs } from "../strace.ts";
import type { Theme } from "../theme.ts";
import { entrant, peers, requests } from "./entrants.ts";

export const UPDATE_CONNECTIONS = [1, 16, 64, 256] as const;

function contest(connections: (typeof UPDATE_CONNECTIONS)[number]): Contest {
  const load = { request: "update", pets: 1_000, connections } as const;
  const description = `durable updates, ${connections} ${connections === 1 ? "connection" : "connections"}`;
  const service = entrant("petstock", load);
  const name = `update-${connections}`;
  if (connections === 1) {
    const fsync = {
      name: "fsync",
      description: "limit: the disk, 4 KiB and fsync",
      work: { kind: "fsync" },
    } as const;
    return {
      name,
      description,
      entrants: [
        service,
        fsync,
        ...peers(load, {
          "bun-sqlite": atLeast(1),
          "elysia-sqlite": atLeast(1),
          "fastify-sqlite": atLeast(1),
        }),
      ],
    };
  }
  if (connections !== 64)
    return { name, description, isForFullRun: true, entrants: [service, ...peers(load)] };
  const limits = [
    {
      name: "echo",
      description: "limit: the runtime, an echo",
      work: requests("echo", load),
      target: atLeast(0.5),
    },
    { name: "groups", description: "limit: groups of 64, no HTTP", work: { kind: "groups", pets: 1_000 } },
  ] as const;
  const rivals = peers(load, {
    "rust-sqlite": atLeast(0.85),
    "elysia-sqlite": atLeast(7),
    "fastify-sqlite": atLeast(9),
  });
  return { name, description, entrants: [service, ...limits, ...rivals] };
}

const CONTESTS: readonly Contest[] = UPDATE_CONNECTIONS.map(contest);

const FIGURES: readonly Figure[] = [
  {
    name: "update-64/petstock:commits",
    description: "commits per update, 64 connections",
    unit: "each",
    target: { of: "figure", ...atMost(0.05) },
  },
  {
    name: "strace",
    description: "the same, fsync calls counted by strace, with checkpoints",
    unit: "each",
    target: { of: "figure", ...atMost(0.05) },
  },
];

export const UPDATES: Theme = {
  name: "updates",
  title: "Durable updates",
  description: `1,000 pets. SQLite in WAL mode with \`synchronous=FULL\`, and a ledger row for each update. petstock and axum commit waiting
updates together, the other peers one by one. The echo parses and responds; it stores nothing.`,
  contests: CONTESTS,
  figures: FIGURES,
  prepare: prepareSqlitePeers,
  async measure(bench) {
    bench.say("counting fsyncs");
    await measureFsyncs(bench, await bench.databases.copy(1_000));
    await using servers = new ThemeServers(bench, EMBEDDED);
    await runContests(servers, CONTESTS, bench.pace.rounds);
  },
};
