// Runs the contests of a theme one after the other, with the entrants of each in turn (A B C, A B C), so that a disturbance of
// the machine affects all of them.

import { type Contest, type RequestsWork, sampleName, type Work } from "./contest.ts";
import type { ThemeServers } from "./theme-servers.ts";
import { scriptCommand } from "./limits/scripts.ts";
import { contestsAt } from "./pace.ts";
import { cpuSeconds, residentMb } from "./process-figures.ts";
import type { Ledger } from "./database.ts";
import { runLoad, type Target, UPDATE_EVERY } from "./target.ts";

interface Turn<W extends Work = Work> {
  /** The name of the samples; absent if the figures do not count. */
  readonly name?: string;
  readonly work: W;
  readonly seconds: number;
}

export async function runContests(
  servers: ThemeServers,
  contests: readonly Contest[],
  rounds: number,
): Promise<void> {
  for (const contest of contestsAt(servers.bench.pace, contests)) {
    await warmUp(servers, contest);
    for (let round = 1; round <= rounds; round++) await runRound(servers, contest, `${round} of ${rounds}`);
  }
}

async function runRound(servers: ThemeServers, contest: Contest, round: string): Promise<void> {
  const { pace, say } = servers.bench;
  const seconds = pace.secondsEach * (contest.timesAsLong ?? 1);
  for (const entrant of contest.entrants) {
    const name = sampleName(contest, entrant);
    const perSecond = await takeTurn(servers, { name, work: entrant.work, seconds });
    const result = perSecond === undefined ? "not measured" : `${Math.round(perSecond)} per second`;
    say(`${contest.description}, round ${round}: ${entrant.description}, ${result}`);
  }
}

/** The first run of an entrant does not count. */
async function warmUp(servers: ThemeServers, { description, entrants }: Contest): Promise<void> {
  const { pace, say } = servers.bench;
  // Other work starts a new process for each turn.
  const works = entrants.map(({ work }) => work).filter((work) => work.kind === "requests");
  const cold = works.filter((work) => isCold(servers, work));
  if (cold.length > 0) say(`${description}: warming up ${cold.map(({ to }) => to).join(", ")}`);
  const turns = cold.map((work) => () => takeTurn(servers, { work, seconds: pace.warmUpSeconds }));
  if (pace.warmsUpTogether) await Promise.all(turns.map((turn) => turn()));
  else for (const turn of turns) await turn();
}

/** All forms of the list run the same code. */
function isCold(servers: ThemeServers, { to, pets, request }: RequestsWork): boolean {
  const doing = request.startsWith("list") ? "list" : request;
  return servers.isCold(`${to} ${pets} ${doing}`);
}

/** The figure; undefined if it cannot be measured on this machine. */
async function takeTurn(servers: ThemeServers, turn: Turn): Promise<number | undefined> {
  const { work, name, seconds } = turn;
  if (work.kind === "requests") {
    const target = await servers.target(work.to, work.pets);
    return target && requestsTurn(servers, target, { ...turn, work });
  }
  const { children, folder, samples } = servers.bench;
  const command =
    work.kind === "fsync"
      ? scriptCommand("fsync.ts", folder, String(seconds))
      : scriptCommand("group-commit.ts", await servers.file(work.pets), String(work.pets), String(seconds));
  const perSecond = Number(await children.run(command, { secondsMax: seconds + 60 }));
  if (name !== undefined) samples.add(name, perSecond);
  return perSecond;
}

async function requestsTurn(
  servers: ThemeServers,
  target: Target,
  { name, work, seconds }: Turn<RequestsWork>,
): Promise<number> {
  const { generator, samples, say } = servers.bench;
  const every = UPDATE_EVERY[work.request];
  const ledger = every === undefined ? undefined : target.ledger;
  const before = await ledger?.();
  const cpuBefore = sumOf(target, cpuSeconds);
  const { requests, perSecond, p50Ms, p99Ms } = await runLoad(generator, target, { work, seconds });
  if (requests === 0 && name !== undefined) {
    say(`${work.to}: no answer within ${seconds} s, once more`);
    return requestsTurn(servers, target, { name, work, seconds: longer(work, seconds) });
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

/** The next, longer duration of a turn. Throws if the longest was not enough. */
function longer({ to, request }: RequestsWork, seconds: number): number {
  if (seconds >= SECONDS_MAX) throw new Error(`${to}, ${request}: no answer within ${seconds} s`);
  return Math.min(SECONDS_MAX, 3 * seconds);
}

/** The sum of a figure over all servers; NaN if the system does not provide it. */
function sumOf({ servers }: Target, of: (pid: number) => number | undefined): number {
  return servers.reduce((sum, { pid }) => sum + (of(pid) ?? Number.NaN), 0);
}

/** A random quantity is sometimes the current one, and then takes no revision. */
const CHANGED_SHARE_MIN = 0.99;

/** Commits for each update. Throws if the ledger lacks acknowledged updates. */
function commitsForEach(
  acknowledged: number,
  { work, before, after }: { work: RequestsWork; before: Ledger; after: Ledger },
): number {
  const updates = after.changes - before.changes;
  const every = UPDATE_EVERY[work.request] ?? Infinity;
  // If not all requests are updates, all requests in flight at the end may have been updates.
  const underWay = every > 1 ? work.connections : 0;
  if (updates < (acknowledged / every) * CHANGED_SHARE_MIN - underWay) {
    throw new Error(`${work.to}: ${acknowledged} requests of which one in ${every} is an update were
      acknowledged, and ${updates} updates are in the ledger`);
  }
  return (after.commits - before.commits) / updates;
}
