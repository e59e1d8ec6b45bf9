// What a file that is a backup, or is to become one, says of itself.

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
    // A backup is not brought to the newest schema, so that it can go back to the petstock that wrote it.
    movedTo: readRetirement(db)?.to,
  };
}

const CHANGED_AT = "SELECT at FROM commit_mark ORDER BY revision DESC LIMIT 1";
