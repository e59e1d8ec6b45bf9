// Processor time and memory of a process, as the system counts them.

import { existsSync, readFileSync } from "node:fs";

/** Linux reports processor time in these units. */
export const TICK_SECONDS = 0.01;

/** Processor time of a process in seconds; undefined if the system does not provide it. */
export function cpuSeconds(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  // The name, in brackets, may have any characters; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(path, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS;
}

/** Resident memory in MB (10^6 bytes). Throws if there is no such process. */
export function residentMb(pid: number): number {
  const path = `/proc/${pid}/status`;
  const kib = existsSync(path)
    ? /^VmRSS:\s*([0-9]+)/m.exec(readFileSync(path, "utf8"))?.[1]
    : Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]).stdout.toString();
  const mb = (Number(kib) * 1_024) / 1e6;
  if (!(mb > 0)) throw new Error(`the memory of process ${pid} is unknown`);
  return mb;
}
