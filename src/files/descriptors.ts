// The file descriptors of this process: each connection, database file and temporary file takes one.

import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

const NONE_LEFT = ["EMFILE", "ENFILE"];
/** A database takes some at once, and has given them back when its error is seen. */
const NEEDED = 8;

/** For messages. */
export const NO_DESCRIPTORS =
  "this process has no file descriptor left; raise its limit (LimitNOFILE, ulimit -n)";

/** Whether this process, or the system, has not so many descriptors left. */
export function isOutOfDescriptors(needed = NEEDED): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < needed) opened.push(openSync("/dev/null", "r"));
    return false;
  } catch (error) {
    return NONE_LEFT.includes((error as NodeJS.ErrnoException).code ?? "");
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** NaN if the system does not tell, or has none left for the question. */
export function countDescriptors(): number {
  try {
    // One of them is the folder that is being read.
    return readdirSync("/dev/fd").length - 1;
  } catch {
    return Number.NaN;
  }
}

/** The soft limit, from /proc (proc_pid_limits(5)); NaN without it. */
export function descriptorLimit(): number {
  const [, soft] = /^Max open files\s+(\S+)/m.exec(limitsOfProcess()) ?? [];
  if (soft === undefined) return Number.NaN;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

function limitsOfProcess(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
