// The resources that a process uses, from Linux's /proc. Elsewhere the figures are undefined, and tests check the rest.

import { expect } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";

export interface ProcessFigures {
  readonly residentMb: number;
  readonly descriptors: number;
  readonly threads: number;
}

/** Undefined where the system has no /proc. Throws where there is no such process. */
export function figuresOf(pid: number): ProcessFigures | undefined {
  if (!existsSync("/proc/self/status")) return undefined;
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const number = (name: string) => Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1]);
  return {
    residentMb: number("VmRSS") / 1024,
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: number("Threads"),
  };
}

/** The unit of times in proc_pid_stat(5): 1/100 s on all platforms that the runtime supports. */
const TICK_MS = 10;

/**
 * The processor's time that a process has used, in ms: unlike the time on a clock, other work on the machine does not
 * lengthen it. Undefined where the system has no /proc.
 */
export function processorMsOf(pid: number): number | undefined {
  if (!existsSync("/proc/self/stat")) return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before these fields may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * TICK_MS;
}

export const NO_FIGURES = "memory, descriptors and threads not checked: this system has no /proc";

/** How much the memory of a process has grown since this object was made. */
export class MemoryGrowth {
  readonly #pid: number;
  readonly #beforeMb: number | undefined;
  #peakMb = 0;

  constructor({ pid }: { readonly pid: number }) {
    this.#pid = pid;
    this.#beforeMb = figuresOf(pid)?.residentMb;
  }

  /** Measures it. */
  look(): void {
    this.#peakMb = Math.max(this.#peakMb, figuresOf(this.#pid)?.residentMb ?? 0);
  }

  /** Prints the largest growth, and asserts that it is below the limit. */
  expectBelow(limitMb: number, what: string): void {
    if (this.#beforeMb === undefined) return console.log(`      ${NO_FIGURES}`);
    const grownMb = this.#peakMb - this.#beforeMb;
    console.log(`      ${what}: ${Math.round(grownMb)} MB more`);
    expect(grownMb).toBeLessThan(limitMb);
  }
}

/** How many files a process may have open: the limit of this process, which its child processes inherit. */
export function descriptorsMax(): number {
  const text = Bun.spawnSync(["sh", "-c", "ulimit -n"]).stdout.toString().trim();
  return text === "unlimited" ? Number.MAX_SAFE_INTEGER : Number(text);
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
