// The version of SQLite: the runtime contains one, but on macOS it loads the system's.

import { Database } from "bun:sqlite";

export function sqliteVersion(): string {
  using db = new Database(":memory:");
  return String(db.query("SELECT sqlite_version()").values()[0]?.[0]);
}
