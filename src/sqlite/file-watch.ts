// Notices a database file that was deleted or replaced underneath: the open connection would go on with the old file,
// and what it acknowledges would be in nobody's database.

import { type Stats, statSync } from "node:fs";
import { StoreError } from "../inventory/store.ts";

const INTERVAL_MS = 500;

/** Calls `onGone` once where the file at `path` is no longer the one that is there now. Gives the way to stop. */
export function watchFile(path: string, onGone: (error: StoreError) => void): () => void {
  const opened = fileAt(path);
  const timer = setInterval(() => {
    const present = fileAt(path);
    if (opened !== undefined && present !== undefined && sameFile(opened, present)) return;
    clearInterval(timer);
    const what = present === undefined ? "was deleted" : "was replaced by another";
    onGone(new StoreError("unusable", `the database file ${path} ${what} while it was open`));
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function fileAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // Whatever the reason (its folder is a file now, or may not be entered), the file is not to be found.
    return undefined;
  }
}

function sameFile(a: Stats, b: Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}
