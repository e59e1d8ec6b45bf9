// The service over 1,000,000 pets: the import, its memory, and clients that do not read the list that they requested.

import type { Bench } from "../bench.ts";
import { atMost, type Contest, type Figure } from "../contest.ts";
import { EMBEDDED } from "../embedded.ts";
import { ThemeServers } from "../theme-servers.ts";
import { writeSparseChange } from "../inventories.ts";
import { residentMb } from "../process-figures.ts";
import { runContests } from "../rounds.ts";
import { type Service, startService } from "../service.ts";
import { slowReaders } from "../slow-readers.ts";
import { authorization, importFile } from "../database.ts";
import type { Theme } from "../theme.ts";
import { timeList } from "../timed-list.ts";
import { entrant } from "./entrants.ts";

const PETS = 1_000_000;
const SLOW_READERS = 40;
/** Four versions of the list at once, each held by readers. */
const IMPORTS = 4;
const HOLD_MS = 3_000;
const SAMPLE_MS = 50;

const CONTEST: Contest = {
  name: "list-1m",
  description: "list of 1,000,000 pets, 1 connection",
  entrants: [entrant("petstock", { request: "list", pets: PETS, connections: 1 })],
};

const FIGURES: readonly Figure[] = [
  { name: "import-1m", description: "import into an empty database", unit: "s" },
  { name: "memory-listed", description: "resident memory after one list", unit: "MB" },
  {
    name: "memory-slow-readers",
    description: "peak memory with 40 slow readers, every page changed four times",
    unit: "MB",
    target: { of: "figure", ...atMost(400) },
  },
];

export const MILLION: Theme = {
  name: "million",
  title: "1,000,000 pets",
  description: `Slow readers request the list and read nothing. Ten connect before each of four imports that change every page; a list
follows each import. MB of 10^6 bytes, sampled 20 times a second.`,
  contests: [CONTEST],
  figures: FIGURES,
  async measure(bench) {
    bench.say("filling a database with 1,000,000 pets");
    bench.samples.add("import-1m", await bench.databases.importSeconds(PETS));
    const service = await startService(bench.children, await bench.databases.copy(PETS));
    await timeList(askable(service));
    bench.samples.add("memory-listed", residentMb(service.pid));
    bench.say("slow readers");
    await measureSlowReaders(bench, service);
    await service.stop();
    await using servers = new ThemeServers(bench, EMBEDDED);
    await runContests(servers, [CONTEST], bench.pace.rounds);
  },
};

function askable(service: Service) {
  return { servers: [service], key: service.database.key, pets: PETS } as const;
}

async function measureSlowReaders(
  { children, folder, samples, say }: Bench,
  service: Service,
): Promise<void> {
  const { url, pid, database } = service;
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, residentMb(pid))), SAMPLE_MS);
  try {
    const headers = { ...authorization(database), "Accept-Encoding": "identity" };
    await using readers = slowReaders(`${url}/v1/inventory`, headers);
    for (let shift = 1; shift <= IMPORTS; shift++) {
      await readers.add(SLOW_READERS / IMPORTS);
      await importFile(children, database.address, await writeSparseChange(folder, shift));
      // The service loads changes when the list is requested.
      await timeList(askable(service));
    }
    await Bun.sleep(HOLD_MS);
    say(`${await readers.finish()} of ${SLOW_READERS} slow readers got a whole list`);
  } finally {
    clearInterval(sampling);
  }
  samples.add("memory-slow-readers", most);
}
