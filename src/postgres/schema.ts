// The schema, as numbered migrations. A released migration is never edited; a new one follows it. Migrations hold literals: a
// constant of the program may change, and a database that an earlier version made does not change with it.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import { makeNonce } from "../inventory/nonce.ts";
import { steadyClock } from "../inventory/clock.ts";
import { StoreError, developmentSchema, newerSchema } from "../inventory/store-error.ts";
import { CREATE_LABEL_VIEW, CREATE_MOVEMENT_VIEW } from "../ledger/views.ts";
import { sleep } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { isLockTimeout, sqlState } from "./errors.ts";
import { prepareTransaction, READ_COMMITTED } from "./transaction-settings.ts";

/** The advisory lock of migrations: an arbitrary number that no other program in the database may use. */
const MIGRATION_LOCK = 0x7065_7473;

const DUPLICATE_TABLE = "42P07";

/** Its statements, for a nonce and the time of the first commit. */
type Migration = (nonce: string, now: number) => string;

/**
 * Neither the inventory's revision nor the ledger's pet has an index: the changes after a revision are read from the ledger,
 * whose key begins with the revision.
 */
export const MIGRATIONS: readonly Migration[] = [
  (nonce, now) => `
  CREATE TABLE inventory (
    pet_id bigint PRIMARY KEY,
    quantity integer NOT NULL CHECK (quantity BETWEEN 0 AND 2147483647),
    status text NOT NULL CHECK (status IN ('available', 'pending', 'sold')),
    revision bigint NOT NULL CHECK (revision > 0),
    removed smallint NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
    -- The entry of the pet's label; null: it has none.
    label_revision bigint
  ) WITH (fillfactor = 70);
  CREATE TABLE ledger_entry (
    revision bigint NOT NULL CHECK (revision > 0),
    pet_id bigint NOT NULL,
    quantity_before integer,
    quantity_after integer,
    status_before text,
    status_after text,
    origin integer NOT NULL,
    request_id text,
    at bigint NOT NULL,
    note text,
    previous bigint NOT NULL,
    PRIMARY KEY (revision, pet_id)
  );
  -- The label of a pet from this revision on; without any member: none. previous: the revision of the label before, if there was one.
  CREATE TABLE label_entry (
    revision bigint NOT NULL CHECK (revision > 0),
    pet_id bigint NOT NULL,
    name text,
    kind text,
    code text,
    low integer CHECK (low BETWEEN 0 AND 2147483647),
    previous bigint,
    PRIMARY KEY (revision, pet_id)
  );
  CREATE TABLE origin (
    id integer PRIMARY KEY,
    reason text NOT NULL,
    actor text NOT NULL,
    key_id text,
    UNIQUE (actor, reason, key_id)
  );
  CREATE TABLE revision_request (
    revision bigint PRIMARY KEY,
    request_id text,
    note text,
    undoes bigint,
    labels bigint
  );
  ${CREATE_MOVEMENT_VIEW}
  ${CREATE_LABEL_VIEW}
  CREATE TABLE commit_mark (
    revision bigint PRIMARY KEY,
    nonce text NOT NULL,
    at bigint NOT NULL,
    quantity bigint NOT NULL,
    in_stock bigint NOT NULL,
    available bigint NOT NULL,
    pending bigint NOT NULL,
    sold bigint NOT NULL,
    total_in bigint NOT NULL,
    total_out bigint NOT NULL,
    movements bigint NOT NULL
  );
  INSERT INTO commit_mark VALUES (0, '${nonce}', ${now}, 0, 0, 0, 0, 0, 0, 0, 0);
  -- The row that every writer locks; it changes only when the inventory moves.
  CREATE TABLE write_lock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    retired_at bigint,
    moved_to text
  );
  INSERT INTO write_lock DEFAULT VALUES;
  CREATE TABLE api_key (
    id text PRIMARY KEY,
    account text NOT NULL,
    name text NOT NULL,
    -- NULL while the link was not opened.
    hash text UNIQUE CHECK (length(hash) = 64),
    role text NOT NULL CHECK (role IN ('reader', 'clerk', 'manager', 'admin')),
    created_at bigint NOT NULL,
    created_by text NOT NULL,
    created_by_key text,
    -- The id of the key that it replaced.
    replaces text,
    expires_at bigint,
    revoked_at bigint,
    revoked_by text,
    revoked_by_key text,
    last_used_at bigint,
    link_hash text UNIQUE CHECK (length(link_hash) = 64),
    link_expires_at bigint,
    link_opened_at bigint,
    -- Of the Idempotency-Key that it was made with, and of the request: SHA-256.
    request_name text UNIQUE,
    request_digest text,
    CHECK ((link_hash IS NULL) = (link_expires_at IS NULL)),
    CHECK ((hash IS NULL) = (link_hash IS NOT NULL AND link_opened_at IS NULL)),
    CHECK (link_hash IS NOT NULL OR link_opened_at IS NULL),
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
    CHECK (revoked_by IS NOT NULL OR revoked_by_key IS NULL),
    CHECK ((request_name IS NULL) = (request_digest IS NULL))
  );
  CREATE TABLE api_key_counter (value bigint NOT NULL);
  INSERT INTO api_key_counter VALUES (0);
  -- Receivers of what has changed. Of failure, answer and pause all columns are null or none is; an answer may lack status and problem.
  CREATE TABLE hook (
    id text PRIMARY KEY,
    name text NOT NULL,
    url text NOT NULL,
    events text NOT NULL CHECK (events IN ('changes', 'low', 'changes low')),
    secret text NOT NULL,
    previous_secret text,
    previous_until bigint,
    created_at bigint NOT NULL,
    created_by text NOT NULL,
    created_by_key text,
    version bigint NOT NULL CHECK (version > 0),
    -- The position up to which all was delivered.
    revision bigint NOT NULL CHECK (revision >= 0),
    nonce text NOT NULL,
    failing_since bigint,
    attempts bigint CHECK (attempts > 0),
    next_attempt_at bigint,
    answered_at bigint,
    answer_status bigint,
    answer_problem text,
    delivered_at bigint,
    paused_at bigint,
    pause_reason text CHECK (pause_reason IN ('request', 'failing', 'receiver', 'restored')),
    CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
    CHECK ((failing_since IS NULL) = (attempts IS NULL) AND (failing_since IS NULL) = (next_attempt_at IS NULL)),
    CHECK ((paused_at IS NULL) = (pause_reason IS NULL))
  );
  -- The server that delivers; no row: none has yet.
  CREATE TABLE hook_lease (
    only_row bigint PRIMARY KEY CHECK (only_row = 1),
    holder text NOT NULL,
    beat bigint NOT NULL
  );
  CREATE TABLE idempotency_record (
    scope text NOT NULL,
    key text NOT NULL,
    request text NOT NULL,
    pet_id bigint,
    quantity integer,
    status text,
    at bigint NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    result text,
    PRIMARY KEY (scope, key),
    CHECK ((pet_id IS NULL) = (result IS NOT NULL))
  );
  -- Expired records are removed by time. The numbers of a scope's records say how many there are.
  -- Barcodes are looked up. Labels change seldom.
  CREATE INDEX label_entry_by_code ON label_entry (code, pet_id) WHERE code IS NOT NULL;
  CREATE INDEX idempotency_record_by_time ON idempotency_record (at);
  CREATE INDEX idempotency_record_by_number ON idempotency_record (scope, number);
  `,
];

/** The tables whose rows writers lock: of the inventory and of keys. A migration locks them before it changes anything. */
const LOCKED_TABLES = "write_lock, api_key_counter";

/** Whether the database has the newest schema. Throws `unusable` where its schema is newer than this program. */
export async function isMigrated(sql: SQL): Promise<boolean> {
  if (!(await hasVersionTable(sql))) return false;
  const version = await versionUnlessLocked(sql);
  refuseNewer(version);
  return version === MIGRATIONS.length;
}

/** The version of a migrated database, in one round trip. Throws where its table stays locked. */
export async function versionUnlessLocked(sql: SQL): Promise<number> {
  const results = await sql
    .unsafe(
      `SELECT set_config('lock_timeout', '${DEADLINES.versionLockTimeoutMs}', true); SELECT version FROM petstock_version`,
    )
    .simple();
  return results[1][0].version;
}

/**
 * Migrates a database to the newest schema. Any number of servers may do so at the same time: an advisory lock lets one
 * migrate, and the others find it done. Throws `unusable` where the schema is newer than this program.
 */
export async function migrate(
  sql: SQL,
  { migrations = MIGRATIONS, clock = steadyClock } = {},
): Promise<void> {
  for (const end = clock.now() + DEADLINES.migrationLockTimeoutMs; ;) {
    try {
      if ((await knownVersionOf(sql, migrations)) === migrations.length) return;
      return await migrateOnce(sql, migrations);
    } catch (error) {
      if (!isLockTimeout(error) || clock.now() > end) throw error;
      await sleep(clock, "alterIntervalMs");
    }
  }
}

async function migrateOnce(sql: SQL, migrations: readonly Migration[]): Promise<void> {
  // In any other isolation, which may be the database's default, the version is read from a snapshot older than the lock.
  await sql.begin(READ_COMMITTED, async (transaction) => {
    await prepareTransaction(transaction, DEADLINES.migrationLockTimeoutMs);
    await transaction`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    const version = await knownVersionOf(transaction, migrations);
    if (version === migrations.length) return;
    // Waits for the transactions that write; the next ones see the new schema (see beginLocked).
    if (version > 0) await transaction.unsafe(`LOCK TABLE ${LOCKED_TABLES} IN EXCLUSIVE MODE`);
    await transaction`SELECT set_config('lock_timeout', ${String(DEADLINES.alterLockTimeoutMs)}, true)`;
    for (const migration of migrations.slice(version)) {
      await transaction.unsafe(migration(makeNonce(), Date.now())).simple().catch(refuseForeignTables);
    }
    if (version === 0) await transaction`CREATE TABLE petstock_version (version integer NOT NULL)`;
    if (version === 0) await transaction`INSERT INTO petstock_version VALUES (${migrations.length})`;
    else await transaction`UPDATE petstock_version SET version = ${migrations.length}`;
  });
}

function refuseForeignTables(error: unknown): never {
  if (sqlState(error) !== DUPLICATE_TABLE) throw error;
  throw new StoreError("unusable", `the database belongs to another program (${(error as Error).message})`, {
    cause: error,
  });
}

type AnySql = SQL | ReservedSQL | TransactionSQL;

/** Throws `unusable` where the schema is newer than this program. Call it under the lock of a writer. */
export async function ensureKnown(sql: AnySql): Promise<void> {
  await knownVersionOf(sql);
}

/** Throws `unusable` for the version of a newer program. */
export function refuseNewer(version: number, { length: known } = MIGRATIONS): void {
  if (version > known) throw newerSchema("the database", version, known);
}

async function knownVersionOf(sql: AnySql, migrations = MIGRATIONS): Promise<number> {
  const version = await versionOf(sql);
  refuseNewer(version, migrations);
  return version;
}

/**
 * 0 for a database without our tables. Not by to_regclass: the session's cache of names lacks a table that another server
 * made while this one waited for the lock.
 */
async function versionOf(sql: AnySql): Promise<number> {
  if (!(await hasVersionTable(sql))) return 0;
  const [{ version }] = await sql`SELECT version FROM petstock_version`;
  return version;
}

/** Throws `unusable` for a database of a build before the first release, which named its table of the version otherwise. */
async function hasVersionTable(sql: AnySql): Promise<boolean> {
  const tables = await sql`
    SELECT relname FROM pg_class
    WHERE relname IN ('petstock_version', 'petstock_schema') AND relkind = 'r' AND pg_table_is_visible(oid)`;
  const names = tables.map(({ relname }: { relname: string }) => relname);
  if (names.includes("petstock_schema")) throw developmentSchema("the database");
  return names.includes("petstock_version");
}
