// Which SQLite this is: the runtime brings one along, but on macOS it takes the system's.

import { Database } from "bun:sqlite";

export function sqliteVersion(): string {
  using db = new Database(":memory:");
  return String(db.query("SELECT sqlite_version()").values()[0]?.[0]);
}
