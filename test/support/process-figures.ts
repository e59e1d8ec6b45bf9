// What a process holds, as Linux tells of it under /proc. Elsewhere there is no telling: a test says so, and does the rest.

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

export const NO_FIGURES = "memory, descriptors and threads not looked at: this system has no /proc";

/** How many files a process may open here; this process's own limit, which its children get as well. */
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
