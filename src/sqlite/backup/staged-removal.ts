// Removes the tables that restores have prepared, and those whose place they have taken (staged-tables.ts).

import type { Database } from "bun:sqlite";
import { COPIED_TABLES, type CopiedTable } from "../../inventory/copy.ts";
import { countRows, hasTable } from "../file/introspect.ts";
import { commitOrRollBack } from "../file/lock.ts";
import { PORTION_ROWS, type PortionOptions, writePortion, yieldLock } from "../file/portions.ts";
import { withoutStagePrefix } from "../schema/staged-names.ts";

/**
 * Removes what restores have prepared, or replaced, also those that were killed. Another one that runs ends without effect. Throws the
 * signal's reason.
 */
export async function removeStaged(
  db: Database,
  { onProgress, signal, ...options }: RemovalOptions,
): Promise<void> {
  const tables = stagedTables(db);
  const total = tables.reduce((sum, { name }) => sum + countRows(db, `main.${name}`), 0);
  let done = 0;
  for (const staged of tables) {
    for (let isThere = true; isThere;) {
      isThere = writePortion(db, options, () => removePortion(db, staged));
      onProgress?.((done = Math.min(done + PORTION_ROWS, total)), total);
      await yieldLock();
      signal?.throwIfAborted();
    }
  }
}

interface RemovalOptions extends PortionOptions {
  /** In rows. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Removes them from a file that no other connection has open. */
export function dropStaged(db: Database): void {
  db.run("BEGIN IMMEDIATE");
  commitOrRollBack(db, () => {
    for (const { name } of stagedTables(db)) db.run(`DROP TABLE main.${name}`);
    db.query("PRAGMA incremental_vacuum").values();
  });
}

interface StagedTable {
  readonly name: string;
  readonly table: CopiedTable;
}

function stagedTables(db: Database): StagedTable[] {
  const names = db.query("SELECT name FROM main.sqlite_schema WHERE type = 'table'").values() as [string][];
  return names.flatMap(([name]) => {
    const own = withoutStagePrefix(name);
    const table = own === name ? undefined : COPIED_TABLES.find((each) => each.name === own);
    return table === undefined ? [] : [{ name, table }];
  });
}

/** False once the table is gone. */
function removePortion(db: Database, { name, table }: StagedTable): boolean {
  const keys = table.key.join(", ");
  if (!hasTable(db, name)) return false;
  const [end] = db
    .query(`SELECT ${keys} FROM main.${name} ORDER BY ${keys} LIMIT 1 OFFSET ${PORTION_ROWS}`)
    .values() as [bigint | string][];
  if (end === undefined) {
    db.run(`DROP TABLE main.${name}`);
    return false;
  }
  const places = table.key.map(() => "?").join(", ");
  db.query(`DELETE FROM main.${name} WHERE (${keys}) < (${places})`).run(...end);
  return true;
}
