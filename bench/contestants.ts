// Turns what a measurement says into work: one turn of it, which adds its figures to the samples.

import { join } from "node:path";
import type { Bench } from "./bench.ts";
import type { Server } from "./children.ts";
import type { Load } from "./load/load.ts";
import type { Measurement, PetCount, RequestKind, ServerName, Work } from "./measurements.ts";
import { cpuSeconds } from "./process-figures.ts";
import { authorization, commitsOf, type Stock } from "./service.ts";

/** A server under load, with the inventory behind it; the limits have none, and are asked as if they had. */
export interface Target extends Server {
  readonly stock: Stock;
  readonly stores: boolean;
  readonly pets: PetCount;
}

export interface Field {
  /** A server that is not there is not measured. */
  readonly targets: Readonly<Record<ServerName, Target | undefined>>;
  /** Databases for the writer alone. */
  readonly databases: Readonly<Record<PetCount, string>>;
}

/** One turn. Gives the figure, or undefined where this cannot be measured here. */
export async function turn(
  bench: Bench,
  field: Field,
  { name, work, seconds, keep }: { name: string; work: Work; seconds: number; keep: boolean },
): Promise<number | undefined> {
  if (work.kind === "requests") {
    const target = field.targets[work.to];
    return target && requestsTurn(bench, target, { name, work, seconds, keep });
  }
  const script = work.kind === "fsync" ? "fsync.ts" : "group-commit.ts";
  const args = work.kind === "fsync" ? [bench.folder] : [field.databases[work.pets], String(work.pets)];
  const command = [process.execPath, join(import.meta.dir, "limits", script), ...args, String(seconds)];
  const perSecond = Number(await bench.children.run(command, { secondsMax: seconds + 60 }));
  if (keep) bench.samples.add(name, perSecond);
  return perSecond;
}

type RequestsWork = Extract<Work, { kind: "requests" }>;

async function requestsTurn(
  { samples, generator }: Bench,
  target: Target,
  { name, work, seconds, keep }: { name: string; work: RequestsWork; seconds: number; keep: boolean },
): Promise<number> {
  const load = await loadFor(target, work, seconds);
  const before = target.stores ? commitsOf(target.stock) : undefined;
  const cpuBefore = cpuSeconds(target.pid);
  const result = await generator.run(load);
  const cpuAfter = cpuSeconds(target.pid);
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} requests were no success`);
  const perSecond = result.requests / result.seconds;
  if (!keep) return perSecond;
  samples.add(name, perSecond);
  samples.add(`${name}:p99`, result.p99Ms);
  if (cpuBefore !== undefined && cpuAfter !== undefined) {
    samples.add(`${name}:cpu`, ((cpuAfter - cpuBefore) * 1e6) / result.requests);
  }
  if (work.ask === "update" && before !== undefined) {
    samples.add(`${name}:fsyncs`, commitsForEach(target.stock, before, { name, requests: result.requests }));
  }
  return perSecond;
}

/** A random quantity is now and then the one that is there already, which takes no revision. */
const CHANGED_SHARE_MIN = 0.99;

/** Commits for each update; throws where updates were acknowledged that the ledger does not have. */
function commitsForEach(
  stock: Stock,
  before: ReturnType<typeof commitsOf>,
  { name, requests }: { name: string; requests: number },
): number {
  const after = commitsOf(stock);
  const updates = after.revision - before.revision;
  if (updates < requests * CHANGED_SHARE_MIN) {
    throw new Error(`${name}: ${requests} updates were acknowledged, and ${updates} are in the ledger`);
  }
  return (after.commits - before.commits) / updates;
}

/** Asks once, and throws where the answer is not the one that is to be measured. */
async function loadFor(target: Target, { ask, connections }: RequestsWork, seconds: number): Promise<Load> {
  const url = `${target.url}/v1/inventory`;
  const headers: Record<string, string> = { ...authorization(target.stock), ...HEADERS[ask] };
  if (ask === "update") return { url, headers, connections, seconds, updatesOf: target.pets, status: 200 };
  if (ask === "list-304") {
    const response = await fetch(url, { method: "HEAD", headers });
    headers["If-None-Match"] = response.headers.get("ETag") ?? "";
  }
  const status = ask === "list-304" ? 304 : 200;
  const { status: answered, headers: answer } = await fetch(url, { method: "HEAD", headers });
  const encoding = answer.get("Content-Encoding") ?? "identity";
  if (answered !== status || (ask === "list-gzip") !== (encoding === "gzip")) {
    throw new Error(`${ask} at ${url} answered ${answered} in ${encoding}`);
  }
  return { url, headers, connections, seconds, status };
}

const HEADERS: Readonly<Record<RequestKind, Readonly<Record<string, string>>>> = {
  list: { "Accept-Encoding": "identity" },
  "list-304": { "Accept-Encoding": "identity" },
  "list-gzip": { "Accept-Encoding": "gzip" },
  update: { "Content-Type": "application/json" },
};

/** All of them in turn, again and again, so that what disturbs the machine for a while disturbs all of them. */
export async function runRounds(
  bench: Bench,
  field: Field,
  measurements: readonly Measurement[],
): Promise<void> {
  const { pace, say } = bench;
  for (let round = 0; round <= pace.rounds; round++) {
    const keep = round > 0;
    const seconds = keep ? pace.secondsEach : pace.warmUpSeconds;
    for (const { name, work } of measurements) {
      if (work === undefined) continue;
      const perSecond = await turn(bench, field, { name, work, seconds, keep });
      const words = perSecond === undefined ? "not measured" : `${Math.round(perSecond)} per second`;
      say(`${keep ? `round ${round} of ${pace.rounds}` : "warming up"}: ${name}, ${words}`);
    }
  }
}
