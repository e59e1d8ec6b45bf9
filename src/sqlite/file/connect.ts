// Opens all connections of bun:sqlite. A file may come from anywhere, so no connection trusts its content
// (https://sqlite.org/security.html, "Untrusted SQLite Database Files").

import { Database } from "bun:sqlite";

/** Also for the connection of node:sqlite that copies pages. */
export const HARDENING_PRAGMAS: readonly string[] = [
  // No view, trigger or constraint in the file may call a function with side effects.
  "PRAGMA trusted_schema = OFF",
  // Detects a crafted page when it is read, before one of its cells is followed.
  "PRAGMA cell_size_check = ON",
  // Without memory mapping, another process cannot change content after it was checked.
  "PRAGMA mmap_size = 0",
];

/** Opens for reading and writing, which readers of a WAL file need, too. Throws SQLite's error. */
export function connect(path: string, { create = false }: { create?: boolean } = {}): Database {
  const db = new Database(path, { readwrite: true, create, safeIntegers: true, strict: true });
  try {
    for (const defence of HARDENING_PRAGMAS) db.run(defence);
    return db;
  } catch (error) {
    db.close(true);
    throw error;
  }
}

/** The runtime contains one version of SQLite, but on macOS it loads the system's. */
export function sqliteVersion(): string {
  using db = new Database(":memory:");
  return String(db.query("SELECT sqlite_version()").values()[0]?.[0]);
}
