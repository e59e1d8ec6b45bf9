// Time that has passed, for tests that cannot wait for it.

import { Database } from "bun:sqlite";

const DAY_MS = 24 * 60 * 60 * 1000;

/** As if all there is had happened so many days ago. */
export function age(path: string, days: number): void {
  using db = new Database(path, { readwrite: true });
  for (const table of ["commit_mark", "movement"]) db.run(`UPDATE ${table} SET at = at - ${days * DAY_MS}`);
}
