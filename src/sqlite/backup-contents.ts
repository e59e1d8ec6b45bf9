// What a file that is a backup, or is to become one, says of itself.

import type { Database } from "bun:sqlite";
import type { BackupContents } from "../inventory/backups.ts";
import { prepareHead, readHead, readRetirement } from "./head.ts";
import { findProblems } from "./verify.ts";

export function readContents(db: Database): BackupContents {
  const position = readHead(prepareHead(db));
  return {
    position,
    changedAt: Number(db.query(CHANGED_AT).values()[0]?.[0]),
    keys: Number(db.query("SELECT count(*) FROM api_key").values()[0]?.[0]),
    movedTo: hasTable(db, "retirement") ? readRetirement(db)?.to : undefined,
    ...findProblems(db, position),
  };
}

/** A backup is not brought to the newest schema, so that it can go back to the petstock that wrote it. */
function hasTable(db: Database, name: string): boolean {
  return db.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").values(name).length > 0;
}

const CHANGED_AT = "SELECT at FROM commit_mark ORDER BY revision DESC LIMIT 1";
