// The newest commit of a database, and whether there may be another one.

import type { Database, Statement } from "bun:sqlite";
import { type Retirement, throwIfRetired } from "../inventory/retirement.ts";
import type { Position } from "../inventory/position.ts";
import { StoreError } from "../inventory/store-error.ts";
import { hasTable } from "./file/pragma.ts";

export interface NewestCommitStatement {
  readonly path: string;
  readonly statement: Statement<HeadRow, []>;
}

type HeadRow = [revision: bigint, nonce: string, at?: bigint | null, to?: string | null];

export function prepareNewest(db: Database): NewestCommitStatement {
  return {
    path: db.filename,
    statement: db.prepare("SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1"),
  };
}

/** For whoever is about to write: in one statement, since asking apart would cost each group as much again. */
export function prepareNewestForWriting(db: Database): NewestCommitStatement {
  return {
    path: db.filename,
    statement: db.prepare(`
      SELECT m.revision, m.nonce, r.at, r.moved_to FROM commit_mark m LEFT JOIN retirement r ON true
      ORDER BY m.revision DESC LIMIT 1`),
  };
}

/** Throws `retired` where the statement is one for writing and the inventory has moved, `unusable` where there is none. */
export function readNewest(head: NewestCommitStatement): Position {
  const position = findNewest(head);
  if (position !== undefined) return position;
  const words = "the database has lost its history (it has no commit mark)";
  throw new StoreError("unusable", `${head.path}: ${words}; restore a backup`);
}

/** Undefined where somebody removed it: the first migration writes a mark, and the newest one is never pruned. */
export function findNewest({ statement }: NewestCommitStatement): Position | undefined {
  const [row] = statement.values() as unknown as HeadRow[];
  if (row === undefined) return undefined;
  const [revision, nonce, at, to] = row;
  throwIfRetired(retirementOf(at, to));
  return { revision: Number(revision), nonce };
}

/** Undefined also in an older schema, which had no such thing. */
export function readRetirement(db: Database): Retirement | undefined {
  if (!hasTable(db, "retirement")) return undefined;
  const [row = []] = db.query("SELECT at, moved_to FROM retirement").values();
  return retirementOf(row[0] as bigint | undefined, row[1] as string | undefined);
}

function retirementOf(at: bigint | null | undefined, to: string | null | undefined): Retirement | undefined {
  return at == null || to == null ? undefined : { at: Number(at), to };
}
