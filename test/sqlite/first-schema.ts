// A database as the first petstock left it, in its very words: what is there now may not be used to make it.

import { runSql } from "./embedded.ts";

/** Pets 1 (5 available) and 2 (7 sold), the second one changed once; and a key. */
export function makeFirstSchema(path: string): void {
  runSql(path, "PRAGMA journal_mode = WAL", FIRST_SCHEMA, FIRST_DATA);
  // "PETS", the mark of our files.
  runSql(path, "PRAGMA application_id = 1346720851", "PRAGMA user_version = 1");
}

const FIRST_SCHEMA = `
  CREATE TABLE inventory (
    pet_id INTEGER PRIMARY KEY,
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 0 AND 2147483647),
    status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold')),
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
  CREATE TABLE api_key_counter (value INTEGER NOT NULL) STRICT;`;

const FIRST_DATA = `
  INSERT INTO commit_mark VALUES (0, '00000000000000aa', 1000), (2, '00000000000000bb', 2000), (3, '00000000000000cc', 3000);
  INSERT INTO movement VALUES
    (1, 1, NULL, 5, NULL, 'available', 'set', 'cli:clerk', NULL, NULL, 2000),
    (2, 2, NULL, 6, NULL, 'sold', 'set', 'cli:clerk', NULL, NULL, 2000),
    (3, 2, 6, 7, 'sold', 'sold', 'update', 'key:till', 'key1', 'request-1', 3000);
  INSERT INTO inventory VALUES (1, 5, 'available', 1, 0), (2, 7, 'sold', 3, 0);
  INSERT INTO api_key VALUES ('key1', 'shop', 'till', '${"ab".repeat(32)}', 0, 1000, NULL, NULL, 2500);
  INSERT INTO api_key_counter VALUES (1);`;
