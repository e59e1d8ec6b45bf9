// The growth of the service's costs from 1,000 to 1,000,000 pets: start, memory, a list, a list after a change, an update.

import type { Bench } from "../bench.ts";
import { atMost, type Contest, type Entrant, type Figure, type PetCount } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { ThemeServers } from "../theme-servers.ts";
import { residentMb } from "../process-figures.ts";
import { runContests } from "../rounds.ts";
import { startService } from "../service.ts";
import type { Theme } from "../theme.ts";
import { changeSomePet, timeList } from "../timed-list.ts";
import { requests } from "./entrants.ts";

export const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
const LARGEST = 1_000_000;

const counted = (pets: PetCount) => `${pets.toLocaleString("en")} pets`;

/** The target bounds the ratio of the first line to the largest. */
function update(pets: PetCount): Entrant {
  const work = requests("petstock", { request: "update", pets, connections: 64 });
  return {
    name: String(pets),
    description: counted(pets),
    work,
    ...(pets === LARGEST && { target: atMost(2) }),
  };
}

const CONTESTS: readonly Contest[] = [
  { name: "growth-update", description: "durable updates, 64 connections", entrants: SIZES.map(update) },
  {
    name: "growth-groups",
    description: "limit: groups of 64, no HTTP",
    isForFullRun: true,
    entrants: ([1_000, LARGEST] as const).map((pets) => ({
      name: String(pets),
      description: counted(pets),
      work: { kind: "groups", pets },
    })),
  },
];

function figuresFor(pets: PetCount): readonly Figure[] {
  const petCount = counted(pets);
  const large = pets === LARGEST;
  return [
    {
      name: `ready-${pets}`,
      description: `${petCount}: from start to ready`,
      unit: "s",
      ...(large && { target: { of: "figure", ...atMost(3) } }),
    },
    { name: `memory-${pets}`, description: `${petCount}: resident memory when ready`, unit: "MB" },
    { name: `list-unchanged-${pets}`, description: `${petCount}: one unchanged list`, unit: "ms" },
    {
      name: `list-changed-${pets}`,
      description: `${petCount}: one list after one change`,
      unit: "ms",
      against: `list-unchanged-${pets}`,
      ...(large && { target: { of: "ratio", ...atMost(2) } }),
    },
  ];
}

export const GROWTH: Theme = {
  name: "growth",
  title: "Growth",
  description: "petstock with 1,000 to 1,000,000 pets.",
  contests: CONTESTS,
  figures: SIZES.flatMap(figuresFor),
  async measure(bench) {
    await measureStarts(bench);
    await using servers = new ThemeServers(bench, EMBEDDED);
    await measureSingleLists(servers);
    await runContests(servers, CONTESTS, bench.pace.rounds);
  },
};

async function measureStarts({ children, pace, samples, say, databases }: Bench): Promise<void> {
  const filled = new Map<PetCount, Awaited<ReturnType<typeof databases.copy>>>();
  for (const pets of SIZES) {
    say(`filling a database with ${counted(pets)}`);
    filled.set(pets, await databases.copy(pets));
  }
  for (let start = 1; start <= pace.starts; start++) {
    for (const [pets, database] of filled) {
      const service = await startService(children, database);
      samples.add(`ready-${pets}`, service.readySeconds);
      samples.add(`memory-${pets}`, residentMb(service.pid));
      await service.stop();
      say(`${counted(pets)}, start ${start} of ${pace.starts}: ${service.readySeconds.toFixed(2)} s`);
    }
  }
}

async function measureSingleLists(servers: ThemeServers): Promise<void> {
  const { pace, samples, say } = servers.bench;
  for (const pets of SIZES) {
    const target = await servers.targetOrThrow("petstock", pets);
    say(`${counted(pets)}: a list unchanged, a list after a change`);
    // The first list is slower than all others.
    await timeList(target);
    for (let pair = 0; pair < pace.pairs; pair++) {
      samples.add(`list-unchanged-${pets}`, await timeList(target));
      await changeSomePet(target, pair);
      samples.add(`list-changed-${pets}`, await timeList(target));
    }
  }
}
