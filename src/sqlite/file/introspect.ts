// Facts about a database file, from its header and its schema.

import type { Database } from "bun:sqlite";

/** "PSTK": marks a file as a database of this program. */
export const APPLICATION_ID = 0x5053_544b;

/** "PETS": what builds before the first release wrote, with schemas that are not migrated (docs/decisions/0063). */
export const DEVELOPMENT_ID = 0x5045_5453;

/** Whether the main database has the table. */
export function hasTable(db: Database, name: string): boolean {
  return (
    db.query("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?").values(name).length > 0
  );
}

/** The rows of a table, such as `main.inventory`. */
export function countRows(db: Database, table: string): number {
  return Number(db.query(`SELECT count(*) FROM ${table}`).values()[0]?.[0]);
}

/** A pragma's single number. */
export function pragmaNumber(db: Database, name: string): number {
  const row = db.query(`PRAGMA ${name}`).values()[0];
  return Number(row?.[0] ?? 0);
}
