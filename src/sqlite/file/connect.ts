// The one place where a connection is made. A file may come from anywhere, so no connection trusts what is in it
// (https://sqlite.org/security.html, "Untrusted SQLite Database Files").

import { Database } from "bun:sqlite";

/** Also for connections of node:sqlite, which copies pages. */
export const HARDENING_PRAGMAS: readonly string[] = [
  // No view, trigger or constraint in the file may call a function with side effects.
  "PRAGMA trusted_schema = OFF",
  // A crafted page is found when it is read, and not when a cell of it leads elsewhere.
  "PRAGMA cell_size_check = ON",
  // Another process that changes the file must not change memory which was checked.
  "PRAGMA mmap_size = 0",
];

/** Opens for reading and writing, which also a reader of a WAL file must. Throws what SQLite throws. */
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
