// Finds up to which revision a backup and the database have the same history, row by row. A restore does not rewrite that
// part, so that it holds the write lock for a shorter time. The search needs no lock: rows of the history are added, pruned,
// or all replaced by a restore, but never changed. A prune moves the start of the history, then removes rows up to it.

import type { Database } from "bun:sqlite";
import { setImmediate } from "node:timers/promises";
import { COPIED_TABLES } from "../../inventory/copy.ts";
import type { Position } from "../../inventory/position.ts";
import { findNewest, hasCommit, prepareNewest } from "../newest-commit.ts";

/** The tables that are ordered by revision. */
const HISTORY_TABLES = COPIED_TABLES.filter(({ key }) => key[0] === "revision");

/** Revisions that are compared between two checks of the signal: some 100 ms. */
const CHUNK_REVISIONS = 100_000;

/** An empty part: it ends before the first revision, 0. */
const NO_ROWS: EqualPart = { upTo: -1, rows: 0, earlyRows: 0 };

/** The rows of a table up to revision `upTo`, which the database and the backup have alike. */
export interface EqualPart {
  readonly upTo: number;
  readonly rows: number;
  /** How many of them are not after the start of the history: a prune removes only such rows. */
  readonly earlyRows: number;
}

export interface EqualHistory {
  /** The newest commit of the database before the search. */
  readonly newest: Position | undefined;
  /** The revision with which the history started before the search. */
  readonly start: number;
  readonly parts: ReadonlyMap<string, EqualPart>;
}

/** Compares with the database that is attached as `backup`, up to revision `common`. Throws the signal's reason. */
export async function findEqualHistory(
  db: Database,
  { common = NO_ROWS.upTo, signal }: { common?: number | undefined; signal: AbortSignal },
): Promise<EqualHistory> {
  const newest = findNewest(prepareNewest(db));
  const start = startOf(db);
  const parts = new Map<string, EqualPart>();
  for (const table of HISTORY_TABLES) {
    let part = NO_ROWS;
    for (let rows: number | undefined = 0; rows !== undefined && part.upTo < common;) {
      await setImmediate();
      signal.throwIfAborted();
      const isEarly = part.upTo < start;
      const upTo = Math.min(isEarly ? start : part.upTo + CHUNK_REVISIONS, common);
      rows = equalRows(db, table, [part.upTo, upTo]);
      if (rows === undefined) continue;
      part = { upTo, rows: part.rows + rows, earlyRows: part.earlyRows + (isEarly ? rows : 0) };
    }
    parts.set(table.name, part);
  }
  return { newest, start, parts };
}

function startOf(db: Database): number {
  return Number(db.query("SELECT min(revision) FROM main.commit_mark").values()[0]?.[0] ?? NO_ROWS.upTo);
}

/** The part that the database still has, read under the write lock: empty if another restore or a prune came between. */
export function equalPartNow(db: Database, { newest, start, parts }: EqualHistory, name: string): EqualPart {
  const part = parts.get(name);
  if (part === undefined || newest === undefined || !hasCommit(db, newest)) return NO_ROWS;
  const count = (upTo: number) => countIn(db, `main.${name}`, [NO_ROWS.upTo, upTo]);
  // Counting all of a ledger takes a second for each 10,000,000 rows, for which every writer would wait.
  const isThere =
    startOf(db) === start
      ? count(Math.min(start, part.upTo)) === part.earlyRows
      : count(part.upTo) === part.rows;
  return isThere ? part : NO_ROWS;
}

type Table = (typeof HISTORY_TABLES)[number];

/** The number of rows of these revisions, read in one snapshot; undefined if the two databases differ in them. */
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

/** Selects a row of the backup in a range of revisions that the database lacks or has with other values. */
function differenceOf({ name, key, columns }: Table): string {
  const isSameRow = key.map((column) => `here.${column} = there.${column}`).join(" AND ");
  const isDifferent = columns.map((column) => `here.${column} IS NOT there.${column}`).join(" OR ");
  return `
    SELECT 1 FROM backup.${name} there LEFT JOIN main.${name} here ON ${isSameRow}
    WHERE there.revision > ? AND there.revision <= ? AND (${isDifferent}) LIMIT 1`;
}
