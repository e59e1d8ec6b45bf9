// Stops and continues a process with its child processes, by Linux's /proc.

import { readdirSync, readFileSync } from "node:fs";
import { until } from "./until.ts";

/** Resolves once none of them runs any more. The parent stops first: from then on it makes no more children. */
export async function stopTree(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  await stopped(pid);
  const children = childrenOf(pid);
  for (const child of children) signalChild(child, "SIGSTOP");
  await Promise.all(children.map(stopped));
}

export function continueTree(pid: number): void {
  for (const child of childrenOf(pid)) signalChild(child, "SIGCONT");
  process.kill(pid, "SIGCONT");
}

/** A child may have ended since it was listed, as a server's does once its client leaves: there is nothing to signal. */
function signalChild(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function stopped(pid: number): Promise<void> {
  await until(`process ${pid} to stop`, () => {
    const state = statusOf(pid)?.state;
    return state === undefined || state === "T" || state === "Z";
  });
}

export function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => statusOf(candidate)?.parent === pid);
}

/** False for a zombie, which has ended and whose parent has not read its exit code yet. */
export function isAlive(pid: number): boolean {
  const state = statusOf(pid)?.state;
  return state !== undefined && state !== "Z";
}

/** proc_pid_stat(5); undefined where the process is gone. */
function statusOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before these fields may itself hold spaces and parentheses.
    const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
