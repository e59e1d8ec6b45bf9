// The schema, as numbered migrations. A released migration is never edited; a later one changes its result.

import type { Database } from "bun:sqlite";
import { PET_STATUSES, QUANTITY_MAX } from "../../inventory/item.ts";
import { ROLES as ALL_ROLES } from "../../inventory/role.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { beginImmediate, commitOrRollBack, retryWhileBusy } from "../file/lock.ts";
import { makeNonce } from "../../inventory/nonce.ts";
import { CREATE_MOVEMENT_VIEW, CREATE_MOVEMENT_VIEW_WITH_REQUESTS } from "../../ledger/movement-view.ts";
import { APPLICATION_ID, pragmaNumber } from "../file/introspect.ts";

const STATUSES = PET_STATUSES.map((status) => `'${status}'`).join(", ");
const ROLES = ALL_ROLES.map((role) => `'${role}'`).join(", ");

/**
 * No index on inventory.revision or ledger_entry.pet_id: each would add a random page to every update. Changes after a revision are
 * read from the ledger, which is ordered by revision (docs/decisions/0003).
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE inventory (
    pet_id INTEGER PRIMARY KEY,
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 0 AND ${QUANTITY_MAX}),
    status TEXT NOT NULL CHECK (status IN (${STATUSES})),
    revision INTEGER NOT NULL CHECK (revision > 0),
    removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
  ) STRICT;
  CREATE TABLE movement (
    revision INTEGER NOT NULL CHECK (revision > 0),
    pet_id INTEGER NOT NULL,
    quantity_before INTEGER,
    quantity_after INTEGER,
    status_before TEXT,
    status_after TEXT,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    key_id TEXT,
    request_id TEXT,
    at INTEGER NOT NULL,
    PRIMARY KEY (revision, pet_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE commit_mark (
    revision INTEGER PRIMARY KEY,
    nonce TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    read_only INTEGER NOT NULL CHECK (read_only IN (0, 1)),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE api_key_counter (value INTEGER NOT NULL) STRICT;
  INSERT INTO api_key_counter VALUES (0);
  `,
  // With an index by time, to remove expired records (docs/decisions/0011).
  `
  CREATE TABLE once_record (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    pet_id INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    status TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (scope, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX once_record_by_time ON once_record (at);
  `,
  // Has one row if the inventory has moved to another database.
  `
  CREATE TABLE retirement (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    at INTEGER NOT NULL,
    moved_to TEXT NOT NULL
  ) STRICT;
  `,
  // Numbers the records of each scope, so that the limit is checked by reading one record. Older records have 0.
  `
  ALTER TABLE once_record ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX once_record_by_number ON once_record (scope, number) WHERE number > 0;
  `,
  // Roles of keys; the note and the predecessor of each movement; the totals after each commit; records of change sets; labels.
  `
  ALTER TABLE api_key ADD COLUMN role TEXT NOT NULL DEFAULT 'reader' CHECK (role IN (${ROLES}));
  UPDATE api_key SET role = CASE read_only WHEN 1 THEN 'reader' ELSE 'clerk' END;
  ALTER TABLE api_key DROP COLUMN read_only;
  ALTER TABLE movement ADD COLUMN note TEXT;
  ALTER TABLE movement ADD COLUMN previous INTEGER;
  ALTER TABLE commit_mark ADD COLUMN quantity INTEGER;
  ALTER TABLE commit_mark ADD COLUMN in_stock INTEGER;
  ALTER TABLE commit_mark ADD COLUMN available INTEGER;
  ALTER TABLE commit_mark ADD COLUMN pending INTEGER;
  ALTER TABLE commit_mark ADD COLUMN sold INTEGER;
  ALTER TABLE commit_mark ADD COLUMN total_in INTEGER;
  ALTER TABLE commit_mark ADD COLUMN total_out INTEGER;
  ALTER TABLE commit_mark ADD COLUMN movements INTEGER;
  UPDATE commit_mark SET quantity = 0, in_stock = 0, available = 0, pending = 0, sold = 0,
    total_in = 0, total_out = 0, movements = 0
  WHERE revision = 0;
  CREATE TABLE ledger_fill (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    last_revision INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    pet_id INTEGER,
    quantity INTEGER NOT NULL,
    in_stock INTEGER NOT NULL,
    available INTEGER NOT NULL,
    pending INTEGER NOT NULL,
    sold INTEGER NOT NULL,
    total_in INTEGER NOT NULL,
    total_out INTEGER NOT NULL,
    movements INTEGER NOT NULL
  ) STRICT;
  INSERT INTO ledger_fill
  SELECT 1, max(revision), 0, NULL, 0, 0, 0, 0, 0, 0, 0, 0 FROM commit_mark HAVING max(revision) > 0;
  CREATE TABLE new_once_record (
    scope TEXT NOT NULL,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    pet_id INTEGER,
    quantity INTEGER,
    status TEXT,
    at INTEGER NOT NULL,
    number INTEGER NOT NULL,
    result TEXT,
    PRIMARY KEY (scope, key),
    CHECK ((pet_id IS NULL) = (result IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_once_record
  SELECT scope, key, request, pet_id, quantity, status, at, number, NULL FROM once_record;
  DROP TABLE once_record;
  ALTER TABLE new_once_record RENAME TO once_record;
  CREATE INDEX once_record_by_time ON once_record (at);
  CREATE INDEX once_record_by_number ON once_record (scope, number) WHERE number > 0;
  CREATE TABLE label (
    pet_id INTEGER PRIMARY KEY,
    name TEXT,
    kind TEXT,
    code TEXT,
    low INTEGER CHECK (low BETWEEN 0 AND ${QUANTITY_MAX})
  ) STRICT;
  CREATE TABLE label_counter (value INTEGER NOT NULL) STRICT;
  INSERT INTO label_counter VALUES (0);
  `,
  // Shorter rows of the ledger (docs/decisions/0049). Older rows stay as they are, and the view reads both. In new rows `reason`
  // and `actor` are empty: before SQLite 3.53 (macOS has its own) NOT NULL cannot be dropped without writing the whole table.
  `
  ALTER TABLE movement RENAME TO ledger_entry;
  ALTER TABLE ledger_entry ADD COLUMN origin INTEGER;
  CREATE TABLE origin (
    id INTEGER PRIMARY KEY,
    reason TEXT NOT NULL,
    actor TEXT NOT NULL,
    key_id TEXT,
    UNIQUE (actor, reason, key_id)
  ) STRICT;
  ${CREATE_MOVEMENT_VIEW}
  `,
  // The request of a revision once, instead of with each of its movements (docs/decisions/0058). Older rows stay as they are.
  `
  CREATE TABLE revision_request (
    revision INTEGER PRIMARY KEY,
    request_id TEXT,
    note TEXT,
    undoes INTEGER
  ) STRICT;
  ${CREATE_MOVEMENT_VIEW_WITH_REQUESTS}
  `,
];

interface MigrationOptions {
  readonly now: number;
  readonly lockTimeoutMs: number;
  /** Default: all. Tests pass additional ones. */
  readonly migrations?: readonly string[];
}

/** Migrates a database to the newest schema, under the write lock. Throws if its schema is newer than this program. */
export function migrate(
  db: Database,
  path: string,
  { now, lockTimeoutMs, migrations = MIGRATIONS }: MigrationOptions,
): void {
  // Readers wait, too, while another process recovers the log.
  const present = retryWhileBusy(lockTimeoutMs, () => pragmaNumber(db, "user_version"));
  if (present === migrations.length) return;
  beginImmediate(db, lockTimeoutMs);
  commitOrRollBack(db, () => {
    // Read again under the lock: several processes may start at once.
    refuseNewer(db, path, migrations);
    const version = pragmaNumber(db, "user_version");
    for (const [index, migration] of migrations.slice(version).entries()) {
      db.run(migration);
      if (version === 0 && index === 0) putFirstMark(db, now);
    }
    if (version === 0) db.run(`PRAGMA application_id = ${APPLICATION_ID}`);
    db.run(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** Right after the first migration: later ones add columns, and a backup is copied into a database of its older schema. */
function putFirstMark(db: Database, now: number): void {
  db.query("INSERT INTO commit_mark VALUES (0, ?, ?)").run(makeNonce(), now);
}

/** Throws if the schema is newer than this program. */
export function refuseNewer(db: Database, path: string, { length: known } = MIGRATIONS): void {
  const version = pragmaNumber(db, "user_version");
  if (version <= known) return;
  const details = `schema ${version}, and this program knows ${known}`;
  throw new StoreError("unusable", `${path} was written by a newer petstock (${details}); update petstock`);
}
