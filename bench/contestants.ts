// Turns what a measurement says into work: one turn of it, which adds its figures to the samples.

import { join } from "node:path";
import type { Bench } from "./bench.ts";
import type { Measurement, PetCount, RequestsWork, ServerName, Work } from "./measurement.ts";
import { cpuSeconds } from "./process-figures.ts";
import type { Ledger } from "./stock.ts";
import { runLoad, type Target } from "./target.ts";

/** What is not there is not measured. */
export interface Field {
  readonly targets: Readonly<Partial<Record<ServerName, Target | undefined>>>;
  /** Databases for the writer alone. */
  readonly files: Readonly<Partial<Record<PetCount, string>>>;
}

interface Turn<W extends Work = Work> {
  readonly name: string;
  readonly work: W;
  readonly seconds: number;
  /** Whether its figures count. */
  readonly keep: boolean;
}

/** One turn. Gives the figure, or undefined where this cannot be measured here. */
async function takeTurn(bench: Bench, field: Field, turn: Turn): Promise<number | undefined> {
  const { work, name, seconds, keep } = turn;
  if (work.kind === "requests") {
    const target = field.targets[work.to];
    return target && requestsTurn(bench, target, { ...turn, work });
  }
  const path = work.kind === "fsync" ? bench.folder : field.files[work.pets];
  if (path === undefined) return undefined;
  const script = work.kind === "fsync" ? "fsync.ts" : "group-commit.ts";
  const args = work.kind === "fsync" ? [path] : [path, String(work.pets)];
  const command = [process.execPath, join(import.meta.dir, "limits", script), ...args, String(seconds)];
  const perSecond = Number(await bench.children.run(command, { secondsMax: seconds + 60 }));
  if (keep) bench.samples.add(name, perSecond);
  return perSecond;
}

async function requestsTurn(
  { samples, generator }: Bench,
  target: Target,
  { name, work, seconds, keep }: Turn<RequestsWork>,
): Promise<number> {
  const ledger = work.ask === "update" ? target.ledger : undefined;
  const before = await ledger?.();
  const cpuBefore = cpuOf(target);
  const { requests, perSecond, p99Ms } = await runLoad(generator, target, { work, seconds });
  const cpuUsed = cpuOf(target) - cpuBefore;
  const after = await ledger?.();
  const commits = before && after && commitsForEach(requests, { name, before, after });
  if (!keep) return perSecond;
  samples.add(name, perSecond);
  samples.add(`${name}:p99`, p99Ms);
  if (!Number.isNaN(cpuUsed)) samples.add(`${name}:cpu`, (cpuUsed * 1e6) / requests);
  if (commits !== undefined) samples.add(`${name}:commits`, commits);
  return perSecond;
}

/** Processor time of all its servers; NaN where the system does not tell. */
function cpuOf({ servers }: Target): number {
  return servers.reduce((sum, { pid }) => sum + (cpuSeconds(pid) ?? Number.NaN), 0);
}

/** A random quantity is now and then the one that is there already, which takes no revision. */
const CHANGED_SHARE_MIN = 0.99;

/** Commits for each update; throws where updates were acknowledged that the ledger does not have. */
function commitsForEach(
  acknowledged: number,
  { name, before, after }: { name: string; before: Ledger; after: Ledger },
): number {
  const updates = after.changes - before.changes;
  if (updates < acknowledged * CHANGED_SHARE_MIN) {
    throw new Error(`${name}: ${acknowledged} updates were acknowledged, and ${updates} are in the ledger`);
  }
  return (after.commits - before.commits) / updates;
}

/** All of them in turn, again and again, so that what disturbs the machine for a while disturbs all of them. */
export async function runRounds(
  bench: Bench,
  field: Field,
  { measurements, rounds }: { measurements: readonly Measurement[]; rounds: number },
): Promise<void> {
  const { pace, say } = bench;
  for (let round = 0; round <= rounds; round++) {
    const keep = round > 0;
    const seconds = keep ? pace.secondsEach : pace.warmUpSeconds;
    for (const { name, work } of measurements) {
      if (work === undefined) continue;
      const perSecond = await takeTurn(bench, field, { name, work, seconds, keep });
      const words = perSecond === undefined ? "not measured" : `${Math.round(perSecond)} per second`;
      say(`${keep ? `round ${round} of ${rounds}` : "warming up"}: ${name}, ${words}`);
    }
  }
}
