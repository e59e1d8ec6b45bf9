// What a process uses, as the system counts it.

import { existsSync, readFileSync } from "node:fs";

/** Linux counts in these, whatever its own tick is. */
export const TICK_SECONDS = 0.01;

/** Seconds of processor time that a process has used; undefined where the system does not tell. */
export function cpuSeconds(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  // The name, in brackets, may hold anything; user and system time are the 12th and 13th field behind it.
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS;
}

/** Resident memory in MB (10^6 bytes). Throws where there is no such process. */
export function residentMb(pid: number): number {
  const path = `/proc/${pid}/status`;
  const kib = existsSync(path)
    ? /^VmRSS:\s*([0-9]+)/m.exec(readFileSync(path, "utf8"))?.[1]
    : Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString();
  const mb = (Number(kib) * 1_024) / 1e6;
  if (!(mb > 0)) throw new Error(`nobody knows how much memory process ${pid} has`);
  return mb;
}
