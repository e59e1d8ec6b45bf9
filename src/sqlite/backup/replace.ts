// Replaces the inventory of a database by that of the database attached as `backup`, which has the same schema, in the
// transaction of the caller. API keys and hooks are merged: those of the database stay as they are, also revoked keys, and those
// that only the backup has are added; its hooks are paused (checked-copy.ts).

import type { Database } from "bun:sqlite";
import { setImmediate } from "node:timers/promises";
import type { OnProgress, RestorePlan, RestoreStep } from "../../inventory/backups.ts";
import { COPIED_TABLES, type CopiedTable } from "../../inventory/copy.ts";
import { throwIfRetired } from "../../inventory/retirement.ts";
import { type EqualHistory, type EqualPart, equalPartNow } from "./equal-history.ts";
import { translateErrors } from "../errors.ts";
import { findNewest, prepareNewest, readRetirement } from "../newest-commit.ts";
import { hasTable } from "../file/introspect.ts";

const KEY_TABLE = "api_key";
const HOOK_TABLE = "hook";
const REPLACED_TABLES = COPIED_TABLES.filter(({ name }) => name !== KEY_TABLE && name !== HOOK_TABLE);

type Comparison = Pick<RestorePlan, "present" | "common" | "keysAdded" | "adminsAdded" | "labelsPresent">;

/** Compares a database of any schema version with the backup. Throws `retired` where the inventory has moved. */
export function compareWithBackup(db: Database): Comparison {
  if (!hasTable(db, "commit_mark")) return compareEmpty(db);
  throwIfRetired(readRetirement(db));
  const common = db.query(COMMON_REVISION).values()[0]?.[0] as bigint | undefined;
  return {
    present: findNewest(prepareNewest(db)),
    common: common === undefined ? undefined : Number(common),
    keysAdded: count(db, NEW_KEYS),
    adminsAdded: count(db, `${NEW_KEYS} AND ${IS_ADMIN}`),
    labelsPresent: count(db, "SELECT count(*) FROM main.inventory WHERE label_revision IS NOT NULL"),
  };
}

/** Compares a file without tables. */
function compareEmpty(db: Database): Comparison {
  const keysAdded = count(db, `SELECT count(*) FROM backup.${KEY_TABLE}`);
  const adminsAdded = count(db, `SELECT count(*) FROM backup.${KEY_TABLE} there WHERE ${IS_ADMIN}`);
  return { present: undefined, common: undefined, keysAdded, adminsAdded, labelsPresent: 0 };
}

/** When the first movement of `here.revision` was made; NULL where it has none (revision 0) or it was pruned. */
const movedAt = (schema: "main" | "backup") =>
  `(SELECT movement.at FROM ${schema}.movement WHERE movement.revision = here.revision LIMIT 1)`;

/**
 * The newest commit that both have. Compared by times instead of nonce: the newest commit of a restored history has another
 * nonce. A movement's time, too: after a commit under a clock that was ahead, all following commits have that commit's time.
 * CROSS JOIN makes SQLite search from the newest commit, so that the first match is the answer.
 */
const COMMON_REVISION = `
  SELECT here.revision FROM main.commit_mark here
  CROSS JOIN backup.commit_mark there ON there.revision = here.revision AND there.at = here.at
  WHERE here.revision <= (SELECT max(revision) FROM backup.commit_mark)
    AND coalesce(${movedAt("main")} = ${movedAt("backup")}, true)
  ORDER BY here.revision DESC LIMIT 1`;

const NEW_KEYS = `
  SELECT count(*) FROM backup.${KEY_TABLE} there
  WHERE NOT EXISTS (SELECT 1 FROM main.${KEY_TABLE} here WHERE here.id = there.id OR here.hash = there.hash OR here.link_hash = there.link_hash)`;

/** It exists, and is not revoked: it can create keys, unless it has expired. */
const IS_ADMIN = "there.role = 'admin' AND there.hash IS NOT NULL AND there.revoked_at IS NULL";

/** A table to replace, and how many rows the backup has of it. */
interface TableRows {
  readonly table: CopiedTable;
  readonly rows: number;
}

/** The tables of the backup that replace those of the database. */
export function countBackupRows(db: Database): readonly TableRows[] {
  return REPLACED_TABLES.map((table) => ({
    table,
    rows: count(db, `SELECT count(*) FROM backup.${table.name}`),
  }));
}

interface ReplaceOptions {
  /** For messages. */
  readonly path: string;
  readonly tables: readonly TableRows[];
  readonly equal: EqualHistory;
  readonly onProgress: OnProgress<RestoreStep>;
  readonly signal: AbortSignal;
}

/**
 * Replaces the tables, and adds keys and hooks. Counts the rows instead of verifying the ledger again, which was verified when the
 * backup was opened: that takes a fraction of the time under the lock. Throws the signal's reason.
 */
export async function replaceInventory(
  db: Database,
  { path, tables, equal, onProgress, signal }: ReplaceOptions,
): Promise<void> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  // Before the first table is changed, since this reads the commits.
  const parts = translateErrors(path, () => tables.map(({ table }) => equalPartNow(db, equal, table.name)));
  let done = 0;
  for (const [i, table] of tables.entries()) {
    // SQLite blocks this thread for a whole table; without this turn of the event loop no signal would be handled.
    await setImmediate();
    signal.throwIfAborted();
    translateErrors(path, () => replaceTable(db, table, parts[i] as EqualPart, equal));
    done += table.rows;
    onProgress("replacing", done, total);
  }
  for (const name of [KEY_TABLE, HOOK_TABLE]) translateErrors(path, () => db.run(addNew(name)));
}

/** Replaces the rows after the equal part; of a table that is not ordered by revision, those that differ. */
function replaceTable(db: Database, { table, rows }: TableRows, part: EqualPart, equal: EqualHistory): void {
  const restored =
    part.rows === 0 && !equal.parts.has(table.name) && hasEqualRows(equal)
      ? replaceDifferent(db, table)
      : replaceAfter(db, table, part);
  if (restored !== rows) throw new Error(`${restored} of ${rows} rows of ${table.name} were restored`);
}

/** In both histories the same changes have made most of the stock. */
function hasEqualRows({ parts }: EqualHistory): boolean {
  return [...parts.values()].some(({ rows }) => rows > 0);
}

/** Returns how many rows there are then. */
function replaceAfter(db: Database, { name }: CopiedTable, { upTo, rows: equalRows }: EqualPart): number {
  // Without a condition SQLite copies rows unparsed: both schemas are made by the same migrations.
  const condition = equalRows === 0 ? "" : `WHERE revision > ${upTo}`;
  db.run(`DELETE FROM main.${name} ${condition}`);
  const { changes } = db.run(`INSERT INTO main.${name} SELECT * FROM backup.${name} ${condition}`);
  return equalRows + changes;
}

/** Comparing rows takes a fraction of the time of writing them. */
function replaceDifferent(db: Database, { name, key, columns }: CopiedTable): number {
  const hasKey = key.map((column) => `here.${column} = there.${column}`).join(" AND ");
  const isSame = columns.map((column) => `here.${column} IS there.${column}`).join(" AND ");
  const inBackup = `SELECT 1 FROM backup.${name} AS there WHERE ${hasKey} AND ${isSame}`;
  db.run(`DELETE FROM main.${name} AS here WHERE NOT EXISTS (${inBackup})`);
  const inDatabase = `SELECT 1 FROM main.${name} AS here WHERE ${hasKey}`;
  db.run(`INSERT INTO main.${name} SELECT * FROM backup.${name} AS there WHERE NOT EXISTS (${inDatabase})`);
  return count(db, `SELECT count(*) FROM main.${name}`);
}

/** WHERE true: without it SQLite's parser takes ON for a join condition (https://sqlite.org/lang_upsert.html). */
const addNew = (name: string) =>
  `INSERT INTO main.${name} SELECT * FROM backup.${name} WHERE true ON CONFLICT DO NOTHING`;

function count(db: Database, sql: string): number {
  return Number(db.query(sql).values()[0]?.[0]);
}
