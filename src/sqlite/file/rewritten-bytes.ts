// The progress of a VACUUM in place: how much it has written, seen from outside.

import { readdirSync, readlinkSync } from "node:fs";
import { sizeOf, walBytes } from "./storage-use.ts";

/** Tells how many bytes have been written since this call: first a temporary file in `folder`, then the log. */
export function rewrittenBytes(path: string, folder: string): () => number {
  const logBefore = walBytes(path);
  return () => temporaryBytes(folder) + Math.max(0, walBytes(path) - logBefore);
}

/** The size of the unlinked file in which SQLite builds the new database; 0 on systems without /proc. */
function temporaryBytes(folder: string): number {
  try {
    const own = readdirSync("/proc/self/fd").map((name) => `/proc/self/fd/${name}`);
    return Math.max(0, ...own.filter((each) => isUnlinkedIn(each, folder)).map(sizeOf));
  } catch {
    return 0;
  }
}

function isUnlinkedIn(descriptor: string, folder: string): boolean {
  try {
    const target = readlinkSync(descriptor);
    return target.startsWith(`${folder}/`) && target.endsWith(" (deleted)");
  } catch {
    // The descriptor was closed meanwhile.
    return false;
  }
}
