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
    keys: Number(db.query("SELECT count(*) FROM api_key").values()[0]?.[0]),
    // A backup keeps its schema, so that the petstock version that wrote it can restore it.
    movedTo: readRetirement(db)?.to,
  };
}

const CHANGED_AT = "SELECT at FROM commit_mark ORDER BY revision DESC LIMIT 1";
