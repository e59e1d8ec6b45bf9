// Replaces the inventory of a database by that of the database attached as `backup`, which has the same schema, in the
// transaction of the caller. API keys and hooks are merged: those of the database stay as they are, also revoked keys, and those
// that only the backup has are added; its hooks are paused (checked-copy.ts).

import type { Database } from "bun:sqlite";
import type { RestorePlan } from "../../inventory/backups.ts";
import { COPIED_TABLES } from "../../inventory/copy.ts";
import type { Position } from "../../inventory/position.ts";
import { throwIfRetired } from "../../inventory/retirement.ts";
import { findNewest, prepareNewest, readRetirement } from "../newest-commit.ts";
import { hasTable } from "../file/introspect.ts";
import type { StagedTables } from "./staged-tables.ts";

const KEY_TABLE = "api_key";
const HOOK_TABLE = "hook";
export const REPLACED_TABLES = COPIED_TABLES.filter(({ name }) => name !== KEY_TABLE && name !== HOOK_TABLE);

type Comparison = Pick<RestorePlan, "present" | "common" | "keysAdded" | "adminsAdded" | "labelsPresent">;

/** Compares a database of any schema version with the backup. Throws `retired` where the inventory has moved. */
export function compareWithBackup(db: Database): Comparison {
  if (!hasTable(db, "commit_mark")) return compareEmpty(db);
  const present = presentPosition(db);
  const common = db.query(COMMON_REVISION).values()[0]?.[0] as bigint | undefined;
  return {
    present,
    common: common === undefined ? undefined : Number(common),
    keysAdded: count(db, NEW_KEYS),
    adminsAdded: count(db, `${NEW_KEYS} AND ${IS_ADMIN}`),
    labelsPresent: count(db, "SELECT count(*) FROM main.inventory WHERE label_revision IS NOT NULL"),
  };
}

/** The position of a database with tables. Throws `retired` where the inventory has moved. */
export function presentPosition(db: Database): Position | undefined {
  throwIfRetired(readRetirement(db));
  return findNewest(prepareNewest(db));
}

/** Compares a file without tables. */
function compareEmpty(db: Database): Comparison {
  const keysAdded = count(db, `SELECT count(*) FROM backup.${KEY_TABLE}`);
  const adminsAdded = count(db, `SELECT count(*) FROM backup.${KEY_TABLE} there WHERE ${IS_ADMIN}`);
  return { present: undefined, common: undefined, keysAdded, adminsAdded, labelsPresent: 0 };
}

/** When the first movement of `here.revision` was made; NULL where it has none (revision 0) or it was pruned. */
const movedAt = (schema: "main" | "backup") =>
  `(SELECT movement.at FROM ${schema}.movement WHERE movement.revision = here.revision LIMIT 1)`;

/**
 * The newest commit that both have. Compared by times instead of nonce: the newest commit of a restored history has another
 * nonce. A movement's time, too: after a commit under a clock that was ahead, all following commits have that commit's time.
 * CROSS JOIN makes SQLite search from the newest commit, so that the first match is the answer.
 */
const COMMON_REVISION = `
  SELECT here.revision FROM main.commit_mark here
  CROSS JOIN backup.commit_mark there ON there.revision = here.revision AND there.at = here.at
  WHERE here.revision <= (SELECT max(revision) FROM backup.commit_mark)
    AND coalesce(${movedAt("main")} = ${movedAt("backup")}, true)
  ORDER BY here.revision DESC LIMIT 1`;

const NEW_KEYS = `
  SELECT count(*) FROM backup.${KEY_TABLE} there
  WHERE NOT EXISTS (SELECT 1 FROM main.${KEY_TABLE} here WHERE here.id = there.id OR here.hash = there.hash OR here.link_hash = there.link_hash)`;

/** It exists, and is not revoked: it can create keys, unless it has expired. */
const IS_ADMIN = "there.role = 'admin' AND there.hash IS NOT NULL AND there.revoked_at IS NULL";

/**
 * Exchanges the staged tables, replaces the others, and adds keys and hooks. Does not verify the ledger again, which was verified when
 * the backup was opened.
 */
export function replaceInventory(db: Database, staged: StagedTables): void {
  staged.exchange();
  for (const { name } of REPLACED_TABLES.filter((table) => !staged.has(table))) {
    db.run(`DELETE FROM main.${name}`);
    // Without a condition SQLite copies rows unparsed: both schemas are made by the same migrations.
    db.run(`INSERT INTO main.${name} SELECT * FROM backup.${name}`);
  }
  for (const name of [KEY_TABLE, HOOK_TABLE]) db.run(addNew(name));
}

/** WHERE true: without it SQLite's parser takes ON for a join condition (https://sqlite.org/lang_upsert.html). */
const addNew = (name: string) =>
  `INSERT INTO main.${name} SELECT * FROM backup.${name} WHERE true ON CONFLICT DO NOTHING`;

function count(db: Database, sql: string): number {
  return Number(db.query(sql).values()[0]?.[0]);
}
