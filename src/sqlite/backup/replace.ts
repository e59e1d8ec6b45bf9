// The inventory of a database replaced by that of another one, which is attached as `backup` and has the same schema; in
// the transaction that was begun. Keys are apart: one that was revoked since the backup stays revoked, one made since
// counts, and those that only the backup has are added.

import type { Database } from "bun:sqlite";
import { setImmediate } from "node:timers/promises";
import type { OnProgress, RestorePlan, RestoreStep } from "../../inventory/backups.ts";
import { COPIED_TABLES } from "../../inventory/copy.ts";
import { throwIfRetired } from "../../inventory/retirement.ts";
import { type EqualHistory, type EqualPart, equalPartNow } from "./equal-history.ts";
import { translateErrors } from "../errors.ts";
import { findNewest, prepareNewest, readRetirement } from "../newest-commit.ts";
import { hasTable } from "../file/pragma.ts";

const KEY_TABLE = "api_key";
const REPLACED_TABLES = COPIED_TABLES.map(({ name }) => name).filter((name) => name !== KEY_TABLE);

type Comparison = Pick<RestorePlan, "present" | "common" | "keysAdded">;

/** Of a database in its own schema, whichever that is. Throws `retired` where the inventory has moved. */
export function compareWithBackup(db: Database): Comparison {
  if (!hasTable(db, "commit_mark")) return compareToNothing(db);
  throwIfRetired(readRetirement(db));
  const common = db.query(COMMON_REVISION).values()[0]?.[0] as bigint | undefined;
  return {
    present: findNewest(prepareNewest(db)),
    common: common === undefined ? undefined : Number(common),
    keysAdded: count(db, NEW_KEYS),
  };
}

/** Of a file in which nobody has made the tables yet. */
function compareToNothing(db: Database): Comparison {
  const keysAdded = count(db, `SELECT count(*) FROM backup.${KEY_TABLE}`);
  return { present: undefined, common: undefined, keysAdded };
}

/**
 * By time and not by nonce: a commit that was restored has another nonce, and is the same commit. From the newest on that both
 * can have, in this order, so that the first one that is found is the answer.
 */
const COMMON_REVISION = `
  SELECT here.revision FROM main.commit_mark here
  CROSS JOIN backup.commit_mark there ON there.revision = here.revision AND there.at = here.at
  WHERE here.revision <= (SELECT max(revision) FROM backup.commit_mark)
  ORDER BY here.revision DESC LIMIT 1`;

const NEW_KEYS = `
  SELECT count(*) FROM backup.${KEY_TABLE} there
  WHERE NOT EXISTS (SELECT 1 FROM main.${KEY_TABLE} here WHERE here.id = there.id OR here.hash = there.hash)`;

/** A table that is replaced, and how many rows the backup has of it. */
export interface TableRows {
  readonly name: string;
  readonly rows: number;
}

/** Of the backup. */
export function countBackupRows(db: Database): readonly TableRows[] {
  return REPLACED_TABLES.map((name) => ({ name, rows: count(db, `SELECT count(*) FROM backup.${name}`) }));
}

export interface ReplaceOptions {
  /** For messages. */
  readonly path: string;
  readonly tables: readonly TableRows[];
  readonly equal: EqualHistory;
  readonly onProgress: OnProgress<RestoreStep>;
  readonly signal: AbortSignal;
}

/**
 * The backup was proved when it was read; here its rows are counted, which keeps the lock for a fraction of the time. Throws the
 * signal's reason where it is given.
 */
export async function replaceInventory(
  db: Database,
  { path, tables, equal, onProgress, signal }: ReplaceOptions,
): Promise<void> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  // Before the first is touched, since the commits' marks tell of it.
  const parts = translateErrors(path, () => tables.map(({ name }) => equalPartNow(db, equal, name)));
  let done = 0;
  for (const [i, table] of tables.entries()) {
    // The file is busy for as long as a table takes; without a turn between them no signal would ever be heard.
    await setImmediate();
    signal.throwIfAborted();
    translateErrors(path, () => replaceTable(db, table, parts[i] as EqualPart));
    done += table.rows;
    onProgress("replacing", done, total);
  }
  translateErrors(path, () => db.run(ADD_KEYS));
}

/** But for the part that is the same. */
function replaceTable(db: Database, { name, rows }: TableRows, { upTo, rows: equalRows }: EqualPart): void {
  // Without a condition SQLite takes whole pages over: both have one schema, made by the same migrations.
  const rest = equalRows === 0 ? "" : `WHERE revision > ${upTo}`;
  db.run(`DELETE FROM main.${name} ${rest}`);
  const { changes } = db.run(`INSERT INTO main.${name} SELECT * FROM backup.${name} ${rest}`);
  const restored = equalRows + changes;
  if (restored !== rows) throw new Error(`${restored} of ${rows} rows of ${name} were restored`);
}

/** WHERE tells SQLite's parser that this is no join. */
const ADD_KEYS = `INSERT INTO main.${KEY_TABLE} SELECT * FROM backup.${KEY_TABLE} WHERE true ON CONFLICT DO NOTHING`;

function count(db: Database, sql: string): number {
  return Number(db.query(sql).values()[0]?.[0]);
}
