// The contests of a theme: one after the other, and in each the entrants in turn, again and again (A B C, A B C), so that
// what disturbs the machine for a while disturbs all of them.

import { type Contest, type RequestsWork, sampleName, type Work } from "./contest.ts";
import type { Field } from "./field.ts";
import { scriptCommand } from "./limits/scripts.ts";
import { cpuSeconds, residentMb } from "./process-figures.ts";
import type { Ledger } from "./stock.ts";
import { runLoad, type Target, UPDATE_EVERY } from "./target.ts";

interface Turn<W extends Work = Work> {
  /** Its samples' name; absent where the figures do not count. */
  readonly name?: string;
  readonly work: W;
  readonly seconds: number;
}

export async function runContests(field: Field, contests: readonly Contest[], rounds: number): Promise<void> {
  for (const contest of contests) {
    await warmUp(field, contest);
    for (let round = 1; round <= rounds; round++) await runRound(field, contest, `${round} of ${rounds}`);
  }
}

async function runRound(field: Field, contest: Contest, round: string): Promise<void> {
  const { pace, say } = field.bench;
  const seconds = pace.secondsEach * (contest.timesAsLong ?? 1);
  for (const entrant of contest.entrants) {
    const name = sampleName(contest, entrant);
    const perSecond = await takeTurn(field, { name, work: entrant.work, seconds });
    const words = perSecond === undefined ? "not measured" : `${Math.round(perSecond)} per second`;
    say(`${contest.words}, round ${round}: ${entrant.words}, ${words}`);
  }
}

/** Whoever does something for the first time does it once before it counts. */
async function warmUp(field: Field, { words, entrants }: Contest): Promise<void> {
  for (const { work } of entrants) {
    // The others are a new process for each turn. All forms of the list are one code.
    if (work.kind !== "requests") continue;
    const doing = work.ask.startsWith("list") ? "list" : work.ask;
    if (!field.isCold(`${work.to} ${work.pets} ${doing}`)) continue;
    field.bench.say(`${words}: warming up ${work.to}`);
    await takeTurn(field, { work, seconds: field.bench.pace.warmUpSeconds });
  }
}

/** Gives the figure, or undefined where this cannot be measured here. */
async function takeTurn(field: Field, turn: Turn): Promise<number | undefined> {
  const { work, name, seconds } = turn;
  if (work.kind === "requests") {
    const target = await field.target(work.to, work.pets);
    return target && requestsTurn(field, target, { ...turn, work });
  }
  const { children, folder, samples } = field.bench;
  const command =
    work.kind === "fsync"
      ? scriptCommand("fsync.ts", folder, String(seconds))
      : scriptCommand("group-commit.ts", await field.file(work.pets), String(work.pets), String(seconds));
  const perSecond = Number(await children.run(command, { secondsMax: seconds + 60 }));
  if (name !== undefined) samples.add(name, perSecond);
  return perSecond;
}

async function requestsTurn(
  field: Field,
  target: Target,
  { name, work, seconds }: Turn<RequestsWork>,
): Promise<number> {
  const { generator, samples, say } = field.bench;
  const every = UPDATE_EVERY[work.ask];
  const ledger = every === undefined ? undefined : target.ledger;
  const before = await ledger?.();
  const cpuBefore = sumOf(target, cpuSeconds);
  const { requests, perSecond, p50Ms, p99Ms } = await runLoad(generator, target, { work, seconds });
  if (requests === 0 && name !== undefined) {
    say(`${work.to}: no answer within ${seconds} s, once more`);
    return requestsTurn(field, target, { name, work, seconds: longer(work, seconds) });
  }
  const cpuUsed = sumOf(target, cpuSeconds) - cpuBefore;
  const after = await ledger?.();
  const commits = before && after && commitsForEach(requests, { work, before, after });
  if (name === undefined) return perSecond;
  samples.add(name, perSecond);
  samples.add(`${name}:p50`, p50Ms);
  samples.add(`${name}:p99`, p99Ms);
  samples.add(`${name}:memory`, sumOf(target, residentMb));
  if (!Number.isNaN(cpuUsed)) samples.add(`${name}:cpu`, (cpuUsed * 1e6) / requests);
  if (commits !== undefined) samples.add(`${name}:commits`, commits);
  return perSecond;
}

const SECONDS_MAX = 60;

/** Throws where that was long enough. */
function longer({ to, ask }: RequestsWork, seconds: number): number {
  if (seconds >= SECONDS_MAX) throw new Error(`${to}, ${ask}: no answer within ${seconds} s`);
  return Math.min(SECONDS_MAX, 3 * seconds);
}

/** Of all its servers; NaN where the system does not tell. */
function sumOf({ servers }: Target, of: (pid: number) => number | undefined): number {
  return servers.reduce((sum, { pid }) => sum + (of(pid) ?? Number.NaN), 0);
}

/** A random quantity is now and then the one that is there already, which takes no revision. */
const CHANGED_SHARE_MIN = 0.99;

/** Commits for each update; throws where updates were acknowledged that the ledger does not have. */
function commitsForEach(
  acknowledged: number,
  { work, before, after }: { work: RequestsWork; before: Ledger; after: Ledger },
): number {
  const updates = after.changes - before.changes;
  const every = UPDATE_EVERY[work.ask] ?? Infinity;
  // Where not all requests are updates, those that were under way at the end may all have been.
  const underWay = every > 1 ? work.connections : 0;
  if (updates < (acknowledged / every) * CHANGED_SHARE_MIN - underWay) {
    throw new Error(`${work.to}: ${acknowledged} requests of which one in ${every} is an update were
      acknowledged, and ${updates} updates are in the ledger`);
  }
  return (after.commits - before.commits) / updates;
}
