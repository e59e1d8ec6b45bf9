// Finds SQLite's own descriptor of a file in Linux's /proc. To read one of SQLite's files directly, use that descriptor:
// closing another one of the same file would drop SQLite's locks (POSIX).

import { readdirSync, readlinkSync } from "node:fs";

/** Undefined if this process does not have the file open, or the system has no /proc. */
export function descriptorOf(path: string): number | undefined {
  try {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .find((descriptor) => targetOf(descriptor) === path);
  } catch {
    return undefined;
  }
}

function targetOf(descriptor: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    // Closed meanwhile, such as the descriptor that listed the folder.
    return undefined;
  }
}
