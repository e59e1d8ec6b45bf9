// Under a changing load of every kind a service does not grow: memory, descriptors, threads and the log of the database
// are bounded.

import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { randomFrom, SEED, sized } from "../support/sizes.ts";
import { figuresOf, median, NO_FIGURES, type ProcessFigures } from "../support/process-figures.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { ENGINES, type FaultEngine } from "./engines.ts";
import { SoakLoad } from "./soak-load.ts";

const PETS = 2_000;
const SOAK_MS = sized({ quick: 2_000, hours: 600_000 });
setDefaultTimeout(120_000 + 2 * SOAK_MS);

const SAMPLES = 60;
/** The limits for the last third compared with the second one; the first is for warming up. */
const GROWTH_MAX = 1.5;
const GROWTH_MB_MAX = 64;
/** The log is overwritten from its beginning once it has 1,000 pages of 4 KiB, and only grows beyond that during a reading. */
const WAL_MB_MAX = 64;
/** Idle connections of the load's client, and files that are being read. */
const DESCRIPTORS_MORE_MAX = 32;

interface Sample extends ProcessFigures {
  readonly walMb: number;
}

/** Undefined if the system does not report it. */
function sampleOf({ pid, databasePath }: TestService): Sample | undefined {
  const figures = figuresOf(pid);
  const wal = `${databasePath}-wal`;
  return figures && { ...figures, walMb: existsSync(wal) ? statSync(wal).size / 2 ** 20 : 0 };
}

/** Samples at equal intervals. */
async function samplesOf(service: TestService): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  for (let count = 1; count <= SAMPLES; count++) {
    const at = startedAt + (SOAK_MS * count) / SAMPLES;
    await until("the next moment to look", () => performance.now() >= at, SOAK_MS);
    const sample = sampleOf(service);
    if (sample !== undefined) samples.push(sample);
  }
  return samples;
}

async function soak({ name: engine, makeDatabase }: FaultEngine): Promise<void> {
  await using database = await makeDatabase();
  await using service = await database.start({
    rows: Array.from({ length: PETS }, (_, petId) => `${petId},0,available`),
    keeps: ({ msg }) => msg !== "request_refused",
  });
  const key = await service.makeKey();
  const load = new SoakLoad({ service, key, pets: PETS, random: randomFrom(SEED) });
  // Every kind of work is done once before the first sample.
  const running = load.run();
  await until("every kind of work to begin", () => load.counts.size >= 9);
  const samples = await samplesOf(service);
  load.stop();
  await running;
  const done = [...load.counts].map(([what, count]) => `${count} ${what}`).join(", ");
  console.log(`soak on ${engine}: ${SOAK_MS / 1000} s, ${done}; ${describe(samples)}; seed ${SEED}`);
  expect(load.surprises).toEqual([]);
  expect(service.log.filter(({ level }) => level !== "info")).toEqual([]);
  expectFlat(samples);
  await service.command("verify");
  // SIGTERM, which leaves no connection to the database behind.
  expect(await service.stop()).toBe(0);
}

/** Medians of the last two thirds. */
function thirdsOf(
  samples: readonly Sample[],
  of: (sample: Sample) => number,
): [second: number, last: number] {
  const third = Math.floor(samples.length / 3);
  const values = samples.map(of);
  return [median(values.slice(third, 2 * third)), median(values.slice(2 * third))];
}

function describe(samples: readonly Sample[]): string {
  if (samples.length === 0) return NO_FIGURES;
  const medians = (of: (sample: Sample) => number) => thirdsOf(samples, of).map(Math.round).join(" then ");
  const wal = Math.max(...samples.map(({ walMb }) => walMb)).toFixed(1);
  return `${medians((s) => s.residentMb)} MB, ${medians((s) => s.descriptors)} descriptors, ${medians((s) => s.threads)} threads, log of at most ${wal} MB`;
}

function expectFlat(samples: readonly Sample[]): void {
  if (samples.length === 0) return;
  const [memory, lastMemory] = thirdsOf(samples, ({ residentMb }) => residentMb);
  expect(lastMemory).toBeLessThan(Math.max(memory * GROWTH_MAX, memory + GROWTH_MB_MAX));
  const [descriptors, lastDescriptors] = thirdsOf(samples, (sample) => sample.descriptors);
  expect(lastDescriptors).toBeLessThanOrEqual(descriptors + DESCRIPTORS_MORE_MAX);
  const [threads, lastThreads] = thirdsOf(samples, (sample) => sample.threads);
  expect(Math.abs(lastThreads - threads)).toBeLessThanOrEqual(2);
  expect(Math.max(...samples.map(({ walMb }) => walMb))).toBeLessThan(WAL_MB_MAX);
}

// The quick form has time for one engine.
test.each(ENGINES.slice(0, sized({ quick: 1, hours: 2 })))(
  `after ${SOAK_MS / 1000} s of changing load a service on $name has no more memory, descriptors or threads`,
  soak,
);
