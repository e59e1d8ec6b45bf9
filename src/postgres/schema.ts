// The schema, as numbered migrations. A migration that was released is never edited: the next one changes what it made.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import { PET_STATUSES, QUANTITY_MAX } from "../inventory/item.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { StoreError } from "../inventory/store-error.ts";
import { isLockTimeout, sqlState } from "./errors.ts";
import { prepareTransaction } from "./transaction.ts";

const STATUSES = PET_STATUSES.map((status) => `'${status}'`).join(", ");

/** Serialises migrations of servers that start at once: any number, as long as nobody else's program uses it. */
const MIGRATION_LOCK = 0x7065_7473;

const DUPLICATE_TABLE = "42P07";

/** For those who must not wait: a look at the schema's number behind somebody's lock of its table. */
const LOOK_LOCK_TIMEOUT_MS = 500;
/** Beyond it whoever migrates looks for a server anew: what it asked before must not stay behind there, and wait. */
const MIGRATION_LOCK_TIMEOUT_MS = 60_000;
/** For a table that is altered or dropped: reading it, and so lists, would wait behind that wait. */
const ALTER_LOCK_TIMEOUT_MS = 300;
/** Between two tries for such a table: lists go on in most of the time, while an export still reads it. */
const ALTER_INTERVAL_MS = 700;

type Migration = (nonce: string, now: number) => string;

/**
 * No index on the inventory's revision, none on the ledger's pet: what changed after a revision is what the ledger,
 * ordered by revision, says.
 */
export const MIGRATIONS: readonly Migration[] = [
  (nonce, now) => `
  CREATE TABLE inventory (
    pet_id bigint PRIMARY KEY,
    quantity integer NOT NULL CHECK (quantity BETWEEN 0 AND ${QUANTITY_MAX}),
    status text NOT NULL CHECK (status IN (${STATUSES})),
    revision bigint NOT NULL CHECK (revision > 0),
    removed smallint NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
  ) WITH (fillfactor = 70);
  CREATE TABLE movement (
    revision bigint NOT NULL CHECK (revision > 0),
    pet_id bigint NOT NULL,
    quantity_before integer,
    quantity_after integer,
    status_before text,
    status_after text,
    reason text NOT NULL,
    actor text NOT NULL,
    key_id text,
    request_id text,
    at bigint NOT NULL,
    PRIMARY KEY (revision, pet_id)
  );
  CREATE TABLE commit_mark (revision bigint PRIMARY KEY, nonce text NOT NULL, at bigint NOT NULL);
  CREATE TABLE head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    revision bigint NOT NULL,
    nonce text NOT NULL,
    retired_at bigint,
    moved_to text
  ) WITH (fillfactor = 10);
  INSERT INTO commit_mark VALUES (0, '${nonce}', ${now});
  INSERT INTO head (revision, nonce) VALUES (0, '${nonce}');
  CREATE TABLE once_record (
    scope text NOT NULL,
    key text NOT NULL,
    request text NOT NULL,
    pet_id bigint NOT NULL,
    quantity integer NOT NULL,
    status text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (scope, key)
  );
  CREATE INDEX once_record_by_time ON once_record (at);
  CREATE TABLE api_key (
    id text PRIMARY KEY,
    account text NOT NULL,
    name text NOT NULL,
    hash text NOT NULL UNIQUE CHECK (length(hash) = 64),
    read_only boolean NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint
  );
  CREATE TABLE api_key_counter (value bigint NOT NULL);
  INSERT INTO api_key_counter VALUES (0);
  `,
  // Counts the records of each scope, so that whether there are too many is a look at one of them. Those of before have 0.
  () => `
  ALTER TABLE once_record ADD COLUMN number bigint NOT NULL DEFAULT 0;
  CREATE INDEX once_record_by_number ON once_record (scope, number) WHERE number > 0;
  `,
  // The row that every writer locks says where the inventory has moved, and changes only then. The one before it was
  // updated by each commit; it is not altered but left, with the dead versions that were never removed from its file.
  () => `
  CREATE TABLE write_lock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    retired_at bigint,
    moved_to text
  );
  INSERT INTO write_lock (retired_at, moved_to) SELECT retired_at, moved_to FROM head;
  DROP TABLE head;
  `,
];

/** The table whose row every writer of that schema locks. */
const lockedBy = (version: number) => (version < 3 ? "head" : "write_lock");

/** Whether the database has the newest schema. Throws where it is newer than this program. */
export async function isMigrated(sql: SQL): Promise<boolean> {
  if (!(await isThere(sql))) return false;
  const version = await versionUnlessLocked(sql);
  refuseNewer(version);
  return version === MIGRATIONS.length;
}

/** The version of a database that has one, in one round trip. Throws where somebody keeps its table locked. */
export async function versionUnlessLocked(sql: SQL): Promise<number> {
  const results = await sql
    .unsafe(
      `SELECT set_config('lock_timeout', '${LOOK_LOCK_TIMEOUT_MS}', true); SELECT version FROM petstock_schema`,
    )
    .simple();
  return results[1][0].version;
}

/**
 * Brings a database to the newest schema. Any number of servers may do so at once: an advisory lock of the transaction
 * lets one work and the others find it done. Throws where the database is newer than this program.
 */
export async function migrate(sql: SQL, migrations = MIGRATIONS): Promise<void> {
  for (const until = performance.now() + MIGRATION_LOCK_TIMEOUT_MS; ;) {
    try {
      if ((await knownVersionOf(sql, migrations)) === migrations.length) return;
      return await migrateOnce(sql, migrations);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, ALTER_INTERVAL_MS));
    }
  }
}

async function migrateOnce(sql: SQL, migrations: readonly Migration[]): Promise<void> {
  // Whatever the database's default: in any other isolation the version is read from a snapshot older than the lock.
  await sql.begin("isolation level read committed", async (transaction) => {
    await prepareTransaction(transaction, MIGRATION_LOCK_TIMEOUT_MS);
    await transaction`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    const version = await knownVersionOf(transaction, migrations);
    if (version === migrations.length) return;
    // Behind every transaction that writes, and before the next: that one sees the new schema (see beginLocked).
    if (version > 0)
      await transaction.unsafe(`LOCK TABLE ${lockedBy(version)}, api_key_counter IN EXCLUSIVE MODE`);
    await transaction`SELECT set_config('lock_timeout', ${String(ALTER_LOCK_TIMEOUT_MS)}, true)`;
    for (const migration of migrations.slice(version)) {
      await transaction.unsafe(migration(makeNonce(), Date.now())).simple().catch(refuseStranger);
    }
    if (version === 0) await transaction`CREATE TABLE petstock_schema (version integer NOT NULL)`;
    if (version === 0) await transaction`INSERT INTO petstock_schema VALUES (${migrations.length})`;
    else await transaction`UPDATE petstock_schema SET version = ${migrations.length}`;
  });
}

function refuseStranger(error: unknown): never {
  if (sqlState(error) !== DUPLICATE_TABLE) throw error;
  throw new StoreError("unusable", `the database belongs to another program (${(error as Error).message})`, {
    cause: error,
  });
}

type Asked = SQL | ReservedSQL | TransactionSQL;

/** Throws where the database is newer than this program; to be asked behind the lock of whoever writes. */
export async function ensureKnown(sql: Asked): Promise<void> {
  await knownVersionOf(sql);
}

/** Throws where the version is one of a newer program. */
export function refuseNewer(version: number, { length: known } = MIGRATIONS): void {
  if (version <= known) return;
  const words = `schema ${version}, and this program knows ${known}`;
  throw new StoreError(
    "unusable",
    `the database was written by a newer petstock (${words}); update petstock`,
  );
}

async function knownVersionOf(sql: Asked, migrations = MIGRATIONS): Promise<number> {
  const version = await versionOf(sql);
  refuseNewer(version, migrations);
  return version;
}

/**
 * 0 where nothing of ours is there. Not by to_regclass, which answers from the session's cache of names: that still lacks
 * a table which another server made while this one waited for the lock.
 */
async function versionOf(sql: Asked): Promise<number> {
  if (!(await isThere(sql))) return 0;
  const [{ version }] = await sql`SELECT version FROM petstock_schema`;
  return version;
}

async function isThere(sql: Asked): Promise<boolean> {
  const [table] = await sql`
    SELECT EXISTS (
      SELECT FROM pg_class WHERE relname = 'petstock_schema' AND pg_table_is_visible(oid)
    ) AS exists`;
  return table.exists;
}
