// The newest commit of a database, and whether the inventory was retired: then there are no more commits.

import type { Database, Statement } from "bun:sqlite";
import { type Retirement, throwIfRetired } from "../inventory/retirement.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { hasTable } from "./file/introspect.ts";

export interface NewestCommitStatement {
  readonly path: string;
  readonly statement: Statement<NewestCommitRow, []>;
}

type NewestCommitRow = [revision: bigint, nonce: string, at?: bigint | null, to?: string | null];

export function prepareNewest(db: Database): NewestCommitStatement {
  return {
    path: db.filename,
    statement: db.prepare("SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1"),
  };
}

/** For transactions that write: also reads the retirement. One statement, since a second one would cost each group as much. */
export function prepareNewestForWriting(db: Database): NewestCommitStatement {
  return {
    path: db.filename,
    statement: db.prepare(`
      SELECT m.revision, m.nonce, r.at, r.moved_to FROM commit_mark m LEFT JOIN retirement r ON true
      ORDER BY m.revision DESC LIMIT 1`),
  };
}

/** Throws `unusable` if there is no commit; `retired` if the statement is for writing and the inventory has moved. */
export function readNewest(newest: NewestCommitStatement): Position {
  const position = findNewest(newest);
  if (position !== undefined) return position;
  const message = "the database has lost its history (it has no commit mark)";
  throw new StoreError("unusable", `${newest.path}: ${message}; restore a backup`);
}

/** Undefined only in a database that was damaged or edited: the first migration writes a commit, and a prune keeps the newest. */
export function findNewest({ statement }: NewestCommitStatement): Position | undefined {
  const [row] = statement.values() as unknown as NewestCommitRow[];
  if (row === undefined) return undefined;
  const [revision, nonce, at, to] = row;
  throwIfRetired(retirementOf(at, to));
  return { revision: Number(revision), nonce };
}

export function hasCommit(db: Database, { revision, nonce }: Position): boolean {
  const sql = "SELECT 1 FROM main.commit_mark WHERE revision = ? AND nonce = ?";
  return db.query(sql).values(revision, nonce).length > 0;
}

/** Undefined also in an older schema, which has no such table. */
export function readRetirement(db: Database): Retirement | undefined {
  if (!hasTable(db, "retirement")) return undefined;
  const [row = []] = db.query("SELECT at, moved_to FROM retirement").values();
  return retirementOf(row[0] as bigint | undefined, row[1] as string | undefined);
}

function retirementOf(at: bigint | null | undefined, to: string | null | undefined): Retirement | undefined {
  return at == null || to == null ? undefined : { at: Number(at), to };
}
