// The contents of a backup file: position, counts, and the problems that verify finds.

import type { Database } from "bun:sqlite";
import type { BackupContents } from "../../inventory/backups.ts";
import { prepareNewest, readNewest, readRetirement } from "../newest-commit.ts";
import { verifyDatabase } from "../verify.ts";

export function readContents(db: Database): BackupContents {
  const position = readNewest(prepareNewest(db));
  return {
    ...verifyDatabase(db, position),
    changedAt: Number(db.query(CHANGED_AT).values()[0]?.[0]),
    keys: count(db, "api_key"),
    admins: count(db, "api_key WHERE role = 'admin' AND hash IS NOT NULL AND revoked_at IS NULL"),
    labels: count(db, "label"),
    movedTo: readRetirement(db)?.to,
  };
}

function count(db: Database, rows: string): number {
  return Number(db.query(`SELECT count(*) FROM ${rows}`).values()[0]?.[0]);
}

const CHANGED_AT = "SELECT at FROM commit_mark ORDER BY revision DESC LIMIT 1";
