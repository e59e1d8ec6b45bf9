// The contents of a backup file: position, counts, and the problems that verify finds.

import type { Database } from "bun:sqlite";
import type { BackupContents } from "../../inventory/backups.ts";
import { prepareNewest, readNewest, readRetirement } from "../newest-commit.ts";
import { hasTable } from "../file/introspect.ts";
import { verifyDatabase } from "../verify.ts";

export function readContents(db: Database): BackupContents {
  const position = readNewest(prepareNewest(db));
  return {
    ...verifyDatabase(db, position),
    changedAt: Number(db.query(CHANGED_AT).values()[0]?.[0]),
    keys: count(db, "api_key"),
    admins: hasRoles(db) ? count(db, "api_key WHERE role = 'admin' AND revoked_at IS NULL") : 0,
    labels: hasTable(db, "label") ? count(db, "label") : undefined,
    // A backup keeps its schema, so that the petstock version that wrote it can restore it.
    movedTo: readRetirement(db)?.to,
  };
}

/** A backup keeps its schema, and before schema 5 no key was an admin. */
function hasRoles(db: Database): boolean {
  return count(db, "pragma_table_info('api_key') WHERE name = 'role'") > 0;
}

function count(db: Database, rows: string): number {
  return Number(db.query(`SELECT count(*) FROM ${rows}`).values()[0]?.[0]);
}

const CHANGED_AT = "SELECT at FROM commit_mark ORDER BY revision DESC LIMIT 1";
