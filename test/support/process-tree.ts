// A process and its children, stopped and continued together, as Linux tells of them under /proc.

import { readdirSync, readFileSync } from "node:fs";
import { until } from "./until.ts";

/** Resolves once none of them runs any more. The parent stops first: from then on it makes no more children. */
export async function stopTree(pid: number): Promise<void> {
  await stop(pid);
  await Promise.all(childrenOf(pid).map(stop));
}

export function continueTree(pid: number): void {
  for (const child of childrenOf(pid)) process.kill(child, "SIGCONT");
  process.kill(pid, "SIGCONT");
}

async function stop(pid: number): Promise<void> {
  process.kill(pid, "SIGSTOP");
  await until(`process ${pid} to stop`, () => {
    const state = statusOf(pid)?.state;
    return state === undefined || state === "T" || state === "Z";
  });
}

function childrenOf(pid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => statusOf(candidate)?.parent === pid);
}

/** proc_pid_stat(5); undefined where the process is gone. */
function statusOf(pid: number): { state: string; parent: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before these fields may itself hold spaces and parentheses.
    const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    // It ended while we looked.
    return undefined;
  }
}
