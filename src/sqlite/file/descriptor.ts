// SQLite's own descriptor of a file, as Linux tells of it under /proc. Whoever has to look into one of its files must use
// that one: closing a second would drop SQLite's locks on the file (POSIX).

import { readdirSync, readlinkSync } from "node:fs";

/** Of a file that this process has open; undefined where it has not, or where the system has no /proc. */
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
    // Closed meanwhile, as the one that listed the folder is.
    return undefined;
  }
}
