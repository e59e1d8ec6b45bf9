// A ledger of years: what an update costs beside it, how the database grows, and how long the commands that read it take.

import { statSync } from "node:fs";
import type { Bench } from "../bench.ts";
import { atMost, type Contest, type Figure } from "../contest.ts";
import {
  authorization,
  fileLedger,
  fileOf,
  type InventoryDatabase,
  makeLedger,
  PROGRAM,
} from "../database.ts";
import { serveDatabase } from "../embedded.ts";
import { ID_STEP } from "../inventories.ts";
import { runContests } from "../rounds.ts";
import { runLoad, type Target } from "../target.ts";
import type { Theme } from "../theme.ts";
import { ThemeServers } from "../theme-servers.ts";
import { requests } from "./entrants.ts";

const PETS = 1_000;
const SHORT = 10_000;
const UPDATE = { request: "update", pets: PETS, connections: 64 } as const;
const COMMAND_SECONDS_MAX = 600;
/** The newest movements of some pet. */
const HISTORY = `/admin/v1/movements?petId=${500 * ID_STEP}&limit=100`;

const CONTEST: Contest = {
  name: "years-update",
  description: "durable updates, 64 connections",
  entrants: [
    {
      name: "short",
      description: "at first 10,000 movements",
      work: requests("petstock-short-ledger", UPDATE),
    },
    {
      name: "long",
      description: "the long ledger",
      work: requests("petstock-long-ledger", UPDATE),
      target: atMost(1.3),
    },
  ],
};

/** The commands, each with its arguments after the database. They run in this order, on the long ledger. */
const COMMANDS = {
  verify: { description: "verify", args: () => ["verify"] },
  history: {
    description: "history of a pet, all of it",
    args: () => ["history", String(500 * ID_STEP), "--limit", "1000000", "--json"],
  },
  backup: { description: "backup", args: (bench: Bench) => ["backup", bench.databases.path("years.backup")] },
  prune: { description: "prune of the older half", args: () => ["prune", "--before", "1825d"] },
} as const;

const FIGURES: readonly Figure[] = [
  {
    name: "years-bytes-64",
    description: "size of the database for each update, 64 connections",
    unit: "B",
    target: { of: "figure", ...atMost(120) },
  },
  { name: "years-bytes-1", description: "the same, 1 connection", unit: "B" },
  { name: "years-size", description: "size of the database with the long ledger", unit: "MB" },
  { name: "years-page-short", description: "the newest 100 movements of a pet, of 10,000", unit: "ms" },
  {
    name: "years-page-long",
    description: "the same, of the long ledger",
    unit: "ms",
    against: "years-page-short",
  },
  ...Object.entries(COMMANDS).map(([name, { description }]): Figure => ({
    name: `years-${name}`,
    description,
    unit: "s",
  })),
];

export const YEARS: Theme = {
  name: "years",
  title: "A ledger of years",
  description: `1,000 pets. The long ledger has 10,000,000 movements over ten years, and 100,000 in a quick run: the product's own writer makes it.
Updates have no label and no note. Commands are whole processes on the database with the long ledger.`,
  contests: [CONTEST],
  figures: FIGURES,
  async measure(bench) {
    const { children, databases, pace, say, samples } = bench;
    for (const connections of [64, 1]) await measureGrowth(bench, connections);
    const short = await makeLedger(children, databases.path("short.db"), { pets: PETS, movements: SHORT });
    say(`filling a ledger with ${pace.movements.toLocaleString("en")} movements`);
    const long = await makeLedger(children, databases.path("long.db"), {
      pets: PETS,
      movements: pace.movements,
    });
    samples.add("years-size", statSync(fileOf(long)).size / 1e6);
    await measureServers(bench, short, long);
    await measureCommands(bench, long);
  },
};

/** By how much the closed file grows for each update. */
async function measureGrowth(bench: Bench, connections: number): Promise<void> {
  const database = await bench.databases.copy(PETS);
  const before = contentsOf(database);
  const target = await serveDatabase(bench, database, { pets: PETS });
  const work = { ...requests("petstock", UPDATE), connections };
  await runLoad(bench.generator, target, { work, seconds: bench.pace.secondsEach });
  for (const server of target.servers) await server.stop();
  const after = contentsOf(database);
  const bytes = (after.bytes - before.bytes) / (after.changes - before.changes);
  bench.samples.add(`years-bytes-${connections}`, bytes);
}

function contentsOf(database: InventoryDatabase): { readonly bytes: number; readonly changes: number } {
  const { changes } = fileLedger(database);
  return { bytes: statSync(fileOf(database)).size, changes };
}

async function measureServers(
  bench: Bench,
  short: InventoryDatabase,
  long: InventoryDatabase,
): Promise<void> {
  await using servers = new ThemeServers(bench, {
    "petstock-short-ledger": () => serveDatabase(bench, short, { pets: PETS }),
    "petstock-long-ledger": () => serveDatabase(bench, long, { pets: PETS }),
  });
  for (const length of ["short", "long"] as const) {
    const target = await servers.targetOrThrow(`petstock-${length}-ledger`, PETS);
    for (let pair = 0; pair < bench.pace.pairs; pair++)
      bench.samples.add(`years-page-${length}`, await timePage(target));
  }
  await runContests(servers, [CONTEST], bench.pace.rounds);
}

/** Milliseconds until the last byte of a page of a pet's movements. */
async function timePage({ servers, key }: Target): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${servers[0]?.url}${HISTORY}`, { headers: authorization({ key }) });
  await response.bytes();
  if (response.status !== 200) throw new Error(`a page of movements answered ${response.status}`);
  return performance.now() - startedAt;
}

async function measureCommands(bench: Bench, { address }: InventoryDatabase): Promise<void> {
  for (const [name, { args }] of Object.entries(COMMANDS)) {
    bench.say(`the long ledger: ${name}`);
    const command = [...PROGRAM, ...args(bench), "--database", address];
    const startedAt = performance.now();
    await bench.children.run(command, { secondsMax: COMMAND_SECONDS_MAX });
    bench.samples.add(`years-${name}`, (performance.now() - startedAt) / 1_000);
  }
}
