// The schema, as numbered migrations. A released migration is never edited; a later one changes its result. Migrations hold
// literals: a constant of the program may change, and a database that an earlier version made does not change with it.

import type { Database } from "bun:sqlite";
import { makeNonce } from "../../inventory/nonce.ts";
import { newerSchema, olderSchema } from "../../inventory/store-error.ts";
import { createAll, INDEXES } from "../../ledger/indexes.ts";
import { CREATE_LABEL_VIEW, CREATE_MOVEMENT_VIEW } from "../../ledger/views.ts";
import { beginImmediate, commitOrRollBack, retryWhileBusy } from "../file/lock.ts";
import { APPLICATION_ID, pragmaNumber } from "../file/introspect.ts";

/**
 * No index on inventory.revision or ledger_entry.pet_id: each would add a random page to every update. Changes after a revision
 * are read from the ledger, which is ordered by revision.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE inventory (
    pet_id INTEGER PRIMARY KEY,
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 0 AND 2147483647),
    status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold')),
    revision INTEGER NOT NULL CHECK (revision > 0),
    removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
    -- The entry of the pet's label; null: it has none.
    label_revision INTEGER
  ) STRICT;
  CREATE TABLE ledger_entry (
    revision INTEGER NOT NULL CHECK (revision > 0),
    pet_id INTEGER NOT NULL,
    quantity_before INTEGER,
    quantity_after INTEGER,
    status_before TEXT,
    status_after TEXT,
    origin INTEGER NOT NULL,
    request_id TEXT,
    at INTEGER NOT NULL,
    note TEXT,
    previous INTEGER NOT NULL,
    PRIMARY KEY (revision, pet_id)
  ) STRICT, WITHOUT ROWID;
  -- The label of a pet from this revision on; without any member: none. previous: the revision of the label before, if there was one.
  CREATE TABLE label_entry (
    revision INTEGER NOT NULL CHECK (revision > 0),
    pet_id INTEGER NOT NULL,
    name TEXT,
    kind TEXT,
    code TEXT,
    low INTEGER CHECK (low BETWEEN 0 AND 2147483647),
    previous INTEGER,
    PRIMARY KEY (revision, pet_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE origin (
    id INTEGER PRIMARY KEY,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    key_id TEXT,
    UNIQUE (actor, reason, key_id)
  ) STRICT;
  CREATE TABLE revision_request (
    revision INTEGER PRIMARY KEY,
    request_id TEXT,
    note TEXT,
    undoes INTEGER,
    labels INTEGER
  ) STRICT;
  ${CREATE_MOVEMENT_VIEW}
  ${CREATE_LABEL_VIEW}
  CREATE TABLE commit_mark (
    revision INTEGER PRIMARY KEY,
    nonce TEXT NOT NULL,
    at INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    in_stock INTEGER NOT NULL,
    available INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    sold INTEGER NOT NULL,
    total_in INTEGER NOT NULL,
    total_out INTEGER NOT NULL,
    movements INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    -- NULL while the link was not opened.
    hash TEXT UNIQUE CHECK (length(hash) = 64),
    role TEXT NOT NULL CHECK (role IN ('reader', 'clerk', 'manager', 'admin')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_by_key TEXT,
    -- The id of the key that it replaced.
    replaces TEXT,
    expires_at INTEGER,
    revoked_at INTEGER,
    revoked_by TEXT,
    revoked_by_key TEXT,
    last_used_at INTEGER,
    link_hash TEXT UNIQUE CHECK (length(link_hash) = 64),
    link_expires_at INTEGER,
    link_opened_at INTEGER,
    -- Of the Idempotency-Key that it was made with, and of the request: SHA-256.
    request_name TEXT UNIQUE,
    request_digest TEXT,
    CHECK ((link_hash IS NULL) = (link_expires_at IS NULL)),
    CHECK ((hash IS NULL) = (link_hash IS NOT NULL AND link_opened_at IS NULL)),
    CHECK (link_hash IS NOT NULL OR link_opened_at IS NULL),
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
    CHECK (revoked_by IS NOT NULL OR revoked_by_key IS NULL),
    CHECK ((request_name IS NULL) = (request_digest IS NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE api_key_counter (value INTEGER NOT NULL) STRICT;
  INSERT INTO api_key_counter VALUES (0);
  -- Receivers of what has changed. Of failure, answer and pause all columns are null or none is; an answer may lack status and problem.
  CREATE TABLE hook (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    events TEXT NOT NULL CHECK (events IN ('changes', 'low', 'changes low')),
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    created_by_key TEXT,
    version INTEGER NOT NULL CHECK (version > 0),
    -- The position up to which all was delivered.
    revision INTEGER NOT NULL CHECK (revision >= 0),
    nonce TEXT NOT NULL,
    failing_since INTEGER,
    attempts INTEGER CHECK (attempts > 0),
    next_attempt_at INTEGER,
    answered_at INTEGER,
    answer_status INTEGER,
    answer_problem TEXT,
    delivered_at INTEGER,
    paused_at INTEGER,
    pause_reason TEXT CHECK (pause_reason IN ('request', 'failing', 'receiver', 'restored')),
    CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
    CHECK ((failing_since IS NULL) = (attempts IS NULL) AND (failing_since IS NULL) = (next_attempt_at IS NULL)),
    CHECK ((paused_at IS NULL) = (pause_reason IS NULL))
  ) STRICT, WITHOUT ROWID;
  -- The server that delivers; no row: none has yet.
  CREATE TABLE hook_lease (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    holder TEXT NOT NULL,
    beat INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE idempotency_record (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    pet_id INTEGER,
    quantity INTEGER,
    status TEXT,
    at INTEGER NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0),
    result TEXT,
    PRIMARY KEY (scope, key),
    CHECK ((pet_id IS NULL) = (result IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  ${createAll(INDEXES)}
  -- Has one row if the inventory has moved to another database.
  CREATE TABLE retirement (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    at INTEGER NOT NULL,
    moved_to TEXT NOT NULL
  ) STRICT;
  `,
];

interface MigrationOptions {
  readonly now: number;
  readonly lockTimeoutMs: number;
  /** Default: all. Tests pass additional ones. */
  readonly migrations?: readonly string[];
  /** False: only creates the tables of an empty database, and throws for an older schema. */
  readonly mayMigrate?: boolean;
}

/**
 * Gives a database the newest schema, under the write lock, and returns the version that it had. Throws if its schema is newer than this
 * program.
 */
export function migrate(
  db: Database,
  path: string,
  { now, lockTimeoutMs, migrations = MIGRATIONS, mayMigrate = true }: MigrationOptions,
): number {
  // Readers wait, too, while another process recovers the log.
  const current = retryWhileBusy(lockTimeoutMs, () => pragmaNumber(db, "user_version"));
  if (current === migrations.length) return current;
  beginImmediate(db, lockTimeoutMs);
  return commitOrRollBack(db, () => {
    // Read again under the lock: several processes may start at once.
    refuseNewer(db, path, migrations);
    if (!mayMigrate) refuseOlder(db, path);
    const version = pragmaNumber(db, "user_version");
    for (const [index, migration] of migrations.slice(version).entries()) {
      db.run(migration);
      if (version === 0 && index === 0) putFirstMark(db, now);
    }
    if (version === 0) db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    db.run(`PRAGMA user_version = ${migrations.length}`);
    return version;
  });
}

/** Right after the first migration: later ones add columns, and a backup is copied into a database of its older schema. */
function putFirstMark(db: Database, now: number): void {
  db.query("INSERT INTO commit_mark VALUES (0, ?, ?, 0, 0, 0, 0, 0, 0, 0, 0)").run(makeNonce(), now);
}

/** Throws if the schema is newer than this program. */
export function refuseNewer(db: Database, path: string, { length: known } = MIGRATIONS): void {
  const version = pragmaNumber(db, "user_version");
  if (version > known) throw newerSchema(path, version, known);
}

/** Throws if the schema is older than this program; not for a file without tables. */
export function refuseOlder(db: Database, path: string): void {
  const version = pragmaNumber(db, "user_version");
  if (version > 0 && version < MIGRATIONS.length) throw olderSchema(path, version, MIGRATIONS.length);
}
