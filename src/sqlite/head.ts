// The newest commit of a database.

import type { Database, Statement } from "bun:sqlite";
import type { Position } from "../inventory/store.ts";

export type HeadStatement = Statement<[revision: bigint, nonce: string], []>;

export function prepareHead(db: Database): HeadStatement {
  return db.prepare("SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1");
}

export function readHead(statement: HeadStatement): Position {
  const [row] = statement.values() as [revision: bigint, nonce: string][];
  // The first migration writes a mark, and marks are only ever added.
  if (row === undefined) throw new Error("the database has no commit mark");
  return { revision: Number(row[0]), nonce: row[1] };
}
