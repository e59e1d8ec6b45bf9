// The share of the processors that other programs used during the run: the whole machine's time without this process and its
// children.

import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { TICK_SECONDS } from "./process-figures.ts";

interface Reading {
  readonly atSeconds: number;
  /** Processor time, of the whole machine and of the benchmark, in seconds. */
  readonly all: number;
  readonly own: number;
}

/**
 * Starts the measurement. The returned function, called when all children have ended, gives the share of all processors that
 * other programs used since then, 0 to 1; undefined if the system does not provide it.
 */
export function watchOthers(): () => number | undefined {
  const before = reading();
  return () => {
    const now = reading();
    if (before === undefined || now === undefined) return undefined;
    const others = now.all - before.all - (now.own - before.own);
    return Math.max(0, others) / ((now.atSeconds - before.atSeconds) * availableParallelism());
  };
}

function reading(): Reading | undefined {
  if (!existsSync("/proc/stat")) return undefined;
  // user, nice, system, (idle, iowait,) irq, softirq, steal: see proc(5).
  const [user, nice, system, , , irq, softirq, steal] = fieldsOf("/proc/stat", /^cpu +/);
  // CPU time of this process, then of the children that have ended.
  const own = fieldsOf("/proc/self/stat", /^.*\) /s).slice(11, 15);
  return {
    atSeconds: performance.now() / 1_000,
    all: seconds([user, nice, system, irq, softirq, steal]),
    own: seconds(own),
  };
}

function fieldsOf(path: string, before: RegExp): number[] {
  return readFileSync(path, "utf8").replace(before, "").split(/\s/).map(Number);
}

function seconds(ticks: readonly (number | undefined)[]): number {
  return ticks.reduce<number>((sum, each) => sum + (each ?? 0), 0) * TICK_SECONDS;
}
