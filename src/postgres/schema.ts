// The schema, as numbered migrations. A released migration is never edited; a new one follows it.

import type { ReservedSQL, SQL, TransactionSQL } from "bun";
import { PET_STATUSES, QUANTITY_MAX } from "../inventory/item.ts";
import { makeNonce } from "../inventory/nonce.ts";
import { steadyClock } from "../inventory/clock.ts";
import { ROLES as ALL_ROLES } from "../inventory/role.ts";
import { StoreError } from "../inventory/store-error.ts";
import { CREATE_MOVEMENT_VIEW, CREATE_MOVEMENT_VIEW_WITH_REQUESTS } from "../ledger/movement-view.ts";
import { sleep } from "./deadline.ts";
import { DEADLINES } from "./deadlines.ts";
import { isLockTimeout, sqlState } from "./errors.ts";
import { prepareTransaction, READ_COMMITTED } from "./transaction-settings.ts";

const STATUSES = PET_STATUSES.map((status) => `'${status}'`).join(", ");
const ROLES = ALL_ROLES.map((role) => `'${role}'`).join(", ");

/** The advisory lock of migrations: an arbitrary number that no other program in the database may use. */
const MIGRATION_LOCK = 0x7065_7473;

const DUPLICATE_TABLE = "42P07";

type Migration = (nonce: string, now: number) => string;

/**
 * Neither the inventory's revision nor the ledger's pet has an index: the changes after a revision are read from the ledger,
 * whose key begins with the revision.
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
  // Numbers the records of each scope, so that one record tells whether there are too many. Earlier records have 0.
  () => `
  ALTER TABLE once_record ADD COLUMN number bigint NOT NULL DEFAULT 0;
  CREATE INDEX once_record_by_number ON once_record (scope, number) WHERE number > 0;
  `,
  // The row that every writer locks; it changes only when the inventory moves. Each commit updated its predecessor, which
  // is dropped with its dead versions instead of being altered.
  () => `
  CREATE TABLE write_lock (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    retired_at bigint,
    moved_to text
  );
  INSERT INTO write_lock (retired_at, moved_to) SELECT retired_at, moved_to FROM head;
  DROP TABLE head;
  `,
  // Roles of keys; the note and the predecessor of each movement; the totals after each commit; records of change sets; labels.
  () => `
  ALTER TABLE api_key ADD COLUMN role text CHECK (role IN (${ROLES}));
  UPDATE api_key SET role = CASE WHEN read_only THEN 'reader' ELSE 'clerk' END;
  ALTER TABLE api_key ALTER COLUMN role SET NOT NULL, DROP COLUMN read_only;
  ALTER TABLE movement ADD COLUMN note text, ADD COLUMN previous bigint;
  ALTER TABLE commit_mark
    ADD COLUMN quantity bigint, ADD COLUMN in_stock bigint,
    ADD COLUMN available bigint, ADD COLUMN pending bigint, ADD COLUMN sold bigint,
    ADD COLUMN total_in bigint, ADD COLUMN total_out bigint, ADD COLUMN movements bigint;
  UPDATE commit_mark SET quantity = 0, in_stock = 0, available = 0, pending = 0, sold = 0,
    total_in = 0, total_out = 0, movements = 0
  WHERE revision = 0;
  CREATE TABLE ledger_fill (
    only_row integer PRIMARY KEY CHECK (only_row = 1),
    last_revision bigint NOT NULL,
    revision bigint NOT NULL,
    pet_id bigint,
    quantity bigint NOT NULL,
    in_stock bigint NOT NULL,
    available bigint NOT NULL,
    pending bigint NOT NULL,
    sold bigint NOT NULL,
    total_in bigint NOT NULL,
    total_out bigint NOT NULL,
    movements bigint NOT NULL
  );
  INSERT INTO ledger_fill
  SELECT 1, max(revision), 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0 FROM commit_mark HAVING max(revision) > 0;
  ALTER TABLE once_record
    ALTER COLUMN pet_id DROP NOT NULL, ALTER COLUMN quantity DROP NOT NULL, ALTER COLUMN status DROP NOT NULL,
    ADD COLUMN result text, ADD CHECK ((pet_id IS NULL) = (result IS NOT NULL));
  CREATE TABLE label (
    pet_id bigint PRIMARY KEY,
    name text,
    kind text,
    code text,
    low integer CHECK (low BETWEEN 0 AND ${QUANTITY_MAX})
  );
  CREATE TABLE label_counter (value bigint NOT NULL);
  INSERT INTO label_counter VALUES (0);
  `,
  // Shorter rows of the ledger (docs/decisions/0049). Older rows stay as they are, and the view reads both. In new rows `reason`
  // and `actor` are empty, as on SQLite.
  () => `
  ALTER TABLE movement RENAME TO ledger_entry;
  ALTER TABLE ledger_entry ADD COLUMN origin integer;
  CREATE TABLE origin (
    id integer PRIMARY KEY,
    reason text NOT NULL,
    actor text NOT NULL,
    key_id text,
    UNIQUE (actor, reason, key_id)
  );
  ${CREATE_MOVEMENT_VIEW}
  `,
  // The request of a revision once, instead of with each of its movements (docs/decisions/0058). Older rows stay as they are.
  () => `
  CREATE TABLE revision_request (
    revision bigint PRIMARY KEY,
    request_id text,
    note text,
    undoes bigint
  );
  ${CREATE_MOVEMENT_VIEW_WITH_REQUESTS}
  `,
];

/** The tables whose rows writers lock in that schema: of the inventory, of keys and of labels. */
const lockedBy = (version: number) => [
  version < 3 ? "head" : "write_lock",
  "api_key_counter",
  ...(version < 4 ? [] : ["label_counter"]),
];

/** Whether the database has the newest schema. Throws `unusable` where its schema is newer than this program. */
export async function isMigrated(sql: SQL): Promise<boolean> {
  if (!(await hasSchemaTable(sql))) return false;
  const version = await versionUnlessLocked(sql);
  refuseNewer(version);
  return version === MIGRATIONS.length;
}

/** The version of a migrated database, in one round trip. Throws where its table stays locked. */
export async function versionUnlessLocked(sql: SQL): Promise<number> {
  const results = await sql
    .unsafe(
      `SELECT set_config('lock_timeout', '${DEADLINES.versionLockTimeoutMs}', true); SELECT version FROM petstock_schema`,
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
    if (version > 0) await transaction.unsafe(`LOCK TABLE ${lockedBy(version).join(", ")} IN EXCLUSIVE MODE`);
    await transaction`SELECT set_config('lock_timeout', ${String(DEADLINES.alterLockTimeoutMs)}, true)`;
    for (const migration of migrations.slice(version)) {
      await transaction.unsafe(migration(makeNonce(), Date.now())).simple().catch(refuseForeignTables);
    }
    if (version === 0) await transaction`CREATE TABLE petstock_schema (version integer NOT NULL)`;
    if (version === 0) await transaction`INSERT INTO petstock_schema VALUES (${migrations.length})`;
    else await transaction`UPDATE petstock_schema SET version = ${migrations.length}`;
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
  if (version <= known) return;
  throw new StoreError(
    "unusable",
    `the database was written by a newer petstock (schema ${version}, and this program knows ${known}); update petstock`,
  );
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
  if (!(await hasSchemaTable(sql))) return 0;
  const [{ version }] = await sql`SELECT version FROM petstock_schema`;
  return version;
}

async function hasSchemaTable(sql: AnySql): Promise<boolean> {
  const [table] = await sql`
    SELECT EXISTS (
      SELECT FROM pg_class WHERE relname = 'petstock_schema' AND pg_table_is_visible(oid)
    ) AS exists`;
  return table.exists;
}
