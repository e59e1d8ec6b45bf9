// How far a backup and the database have the very same history, row by row. That part is left where it is, so that the write lock
// is held only as long as the rest takes. It is looked for without the lock: rows of the history are added, pruned, or all
// replaced by a restore, and never changed.

import type { Database } from "bun:sqlite";
import { setImmediate } from "node:timers/promises";
import { COPIED_TABLES } from "../../inventory/copy.ts";
import type { Position } from "../../inventory/position.ts";
import { findNewest, prepareNewest } from "../newest-commit.ts";

/** The tables that are ordered by revision. */
const HISTORY_TABLES = COPIED_TABLES.filter(({ key }) => key[0] === "revision");

/** Revisions compared between two looks at the signal: some 100 ms. */
const CHUNK_REVISIONS = 100_000;

/** Before the first revision, which is 0. */
const NO_ROWS: EqualPart = { upTo: -1, rows: 0 };

/** Up to this revision a table of the database has so many rows, and the backup has the very same. */
export interface EqualPart {
  readonly upTo: number;
  readonly rows: number;
}

export interface EqualHistory {
  /** The newest commit of the database before it was looked for. */
  readonly newest: Position | undefined;
  readonly parts: ReadonlyMap<string, EqualPart>;
}

/** Of the database and the one that is attached as `backup`; `common` is as far as it may go. Throws the signal's reason. */
export async function findEqualHistory(
  db: Database,
  { common = NO_ROWS.upTo, signal }: { common?: number | undefined; signal: AbortSignal },
): Promise<EqualHistory> {
  const newest = findNewest(prepareNewest(db));
  const parts = new Map<string, EqualPart>();
  for (const table of HISTORY_TABLES) {
    let part = NO_ROWS;
    for (let rows: number | undefined = 0; rows !== undefined && part.upTo < common;) {
      await setImmediate();
      signal.throwIfAborted();
      const upTo = Math.min(part.upTo + CHUNK_REVISIONS, common);
      rows = equalRows(db, table, [part.upTo, upTo]);
      if (rows !== undefined) part = { upTo, rows: part.rows + rows };
    }
    parts.set(table.name, part);
  }
  return { newest, parts };
}

/**
 * What the database still has of it, to be asked with the write lock: nothing where another restore came in between, or where rows
 * were pruned.
 */
export function equalPartNow(db: Database, { newest, parts }: EqualHistory, name: string): EqualPart {
  const part = parts.get(name);
  if (part === undefined || newest === undefined || !hasCommit(db, newest)) return NO_ROWS;
  return countIn(db, `main.${name}`, [NO_ROWS.upTo, part.upTo]) === part.rows ? part : NO_ROWS;
}

function hasCommit(db: Database, { revision, nonce }: Position): boolean {
  const sql = "SELECT 1 FROM main.commit_mark WHERE revision = ? AND nonce = ?";
  return db.query(sql).values(revision, nonce).length > 0;
}

type Table = (typeof HISTORY_TABLES)[number];

/** How many rows of these revisions both have; undefined where one of them has others. In one snapshot. */
function equalRows(db: Database, table: Table, range: readonly [number, number]): number | undefined {
  db.run("BEGIN");
  try {
    if (db.query(differenceOf(table)).values(...range).length > 0) return undefined;
    const rows = countIn(db, `backup.${table.name}`, range);
    return countIn(db, `main.${table.name}`, range) === rows ? rows : undefined;
  } finally {
    db.run("ROLLBACK");
  }
}

function countIn(db: Database, table: string, [after, upTo]: readonly [number, number]): number {
  const sql = `SELECT count(*) FROM ${table} WHERE revision > ? AND revision <= ?`;
  return Number(db.query(sql).values(after, upTo)[0]?.[0]);
}

/** A row of the backup, of a range of revisions, that the database has not, or has otherwise. */
function differenceOf({ name, key, columns }: Table): string {
  const isIt = key.map((column) => `here.${column} = there.${column}`).join(" AND ");
  const isOther = columns.map((column) => `here.${column} IS NOT there.${column}`).join(" OR ");
  return `
    SELECT 1 FROM backup.${name} there LEFT JOIN main.${name} here ON ${isIt}
    WHERE there.revision > ? AND there.revision <= ? AND (${isOther}) LIMIT 1`;
}
