// Makes a database older, for tests of retention.

import { Database } from "bun:sqlite";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Moves every time in the database back by so many days. */
export function age(path: string, days: number): void {
  using db = new Database(path, { readwrite: true });
  for (const table of ["commit_mark", "ledger_entry"])
    db.run(`UPDATE ${table} SET at = at - ${days * DAY_MS}`);
}
