// Copies the rows of an untrusted file into a new database that our own migrations create. Nothing but rows is copied, and
// each row must satisfy our constraints. Runs in a process of its own (checker.ts): a crafted file can make a statement of
// SQLite run for ever.

import type { Database } from "bun:sqlite";
import type { BackupContents } from "../../inventory/backups.ts";
import { StoreError, developmentSchema } from "../../inventory/store-error.ts";
import { readContents } from "./backup-contents.ts";
import { connect } from "../file/connect.ts";
import { RESULT, resultCode, toStoreError } from "../errors.ts";
import { compareSchema } from "../schema/foreign-schema.ts";
import { findNewest, prepareNewest } from "../newest-commit.ts";
import { INCREMENTAL_VACUUM } from "../file/open.ts";
import { APPLICATION_ID, DEVELOPMENT_ID, pragmaNumber } from "../file/introspect.ts";
import { findInvalidRows } from "./invalid-rows.ts";
import { MIGRATIONS, migrate, refuseNewer } from "../schema/schema.ts";

export interface CheckedCopyOptions {
  /** The file's name, for messages. */
  readonly file: string;
  /** A copy of the file, which no other process changes. */
  readonly source: string;
  /** An empty file. */
  readonly target: string;
  readonly lockTimeoutMs: number;
}

/** Throws `unusable` with what is wrong with the file. */
export async function makeCheckedCopy(options: CheckedCopyOptions): Promise<BackupContents> {
  const { file, source, target } = options;
  try {
    const version = await withConnection(source, async (db) => checkedVersion(db, file));
    return await withConnection(target, async (db) => fill(db, version, options));
  } catch (error) {
    const code = resultCode(error);
    const { message } = error as Error;
    if (code === RESULT.CORRUPT) throw refusal(file, damaged(message), error);
    if (code === RESULT.NOTADB) throw refusal(file, "it is not a SQLite database", error);
    if (code === RESULT.CONSTRAINT)
      throw refusal(file, `it has a row that petstock never writes (${message})`, error);
    throw toStoreError(error, target);
  }
}

async function withConnection<T>(path: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(path);
  try {
    return await work(db);
  } finally {
    db.close(true);
  }
}

/** The version of its schema. Throws where the file is damaged, not a petstock database, or has other objects. */
function checkedVersion(db: Database, file: string): number {
  const application = pragmaNumber(db, "application_id");
  if (application === DEVELOPMENT_ID) throw developmentSchema(file);
  if (application !== APPLICATION_ID) throw refusal(file, "it is a SQLite database of another program");
  const encoding = db.query("PRAGMA encoding").values()[0]?.[0];
  // SQLite cannot attach a database with another encoding; petstock never creates one.
  if (encoding !== "UTF-8")
    throw refusal(file, `its text is in ${String(encoding)}, and a petstock database is in UTF-8`);
  refuseNewer(db, file);
  const version = pragmaNumber(db, "user_version");
  // Only rows are copied: whether an index is missing does not matter.
  const [foreign] = compareSchema(db, version).problems;
  if (foreign !== undefined) throw refusal(file, `${foreign.text}, so another program has written to it`);
  const [[damage] = []] = db.query("PRAGMA quick_check(1)").values();
  if (damage !== "ok") throw refusal(file, damaged(damage));
  return version;
}

function fill(
  db: Database,
  version: number,
  { file, source, target, lockTimeoutMs }: CheckedCopyOptions,
): BackupContents {
  // Durability does not matter: after a failure the file is deleted.
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -65536"])
    db.run(`PRAGMA ${pragma}`);
  // It may become the database.
  db.run(INCREMENTAL_VACUUM);
  const options = { now: Date.now(), lockTimeoutMs };
  migrate(db, target, { ...options, migrations: MIGRATIONS.slice(0, version) });
  db.query("ATTACH ? AS source").run(source);
  copyTables(db);
  db.run("DETACH source");
  migrate(db, target, options);
  db.query(PAUSE_HOOKS).run(options.now);
  const [invalid] = findInvalidRows(db);
  if (invalid !== undefined) throw refusal(file, invalid);
  if (findNewest(prepareNewest(db)) === undefined) throw refusal(file, "it has lost its history");
  const contents = readContents(db);
  refuseContents(contents, file);
  return contents;
}

/** A restored database may be a copy beside the live one: until an admin resumes its hooks, receivers get nothing from it. */
const PAUSE_HOOKS = "UPDATE hook SET paused_at = ?, pause_reason = 'restored' WHERE pause_reason IS NULL";

/** Without the counter of keys, which gets a value of its own. */
const TABLES = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE '%_counter'";

function copyTables(db: Database): void {
  db.run("BEGIN");
  // Created by the first migration; the file has its own commits.
  db.run("DELETE FROM main.commit_mark");
  for (const [table] of db.query(TABLES).values() as [string][]) {
    const columns = db.query("SELECT name FROM pragma_table_info(?, 'main')").values(table).join(", ");
    // With the columns named: for * SQLite copies rows without checking constraints (its transfer optimization).
    db.run(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table}`);
  }
  db.run("COMMIT");
}

function refuseContents({ problems: [problem], movedTo }: BackupContents, file: string): void {
  if (problem !== undefined) throw refusal(file, `its ledger does not fold to its stock: ${problem}`);
  // Restored, it would be a retired database, or a second inventory beside the moved one.
  if (movedTo !== undefined)
    throw refusal(file, `its inventory had moved to ${movedTo} before; use an earlier backup`);
}

function damaged(what: unknown): string {
  return `it is damaged (${String(what).replaceAll("\n", " ")})`;
}

/** Text from the file has any length. */
const REASON_CHARACTERS_MAX = 500;

export function refusal(file: string, why: string, cause?: unknown): StoreError {
  const reason = why.length > REASON_CHARACTERS_MAX ? `${why.slice(0, REASON_CHARACTERS_MAX)}…` : why;
  return new StoreError("unusable", `${file} cannot be restored from: ${reason}; nothing was changed`, {
    cause,
  });
}
