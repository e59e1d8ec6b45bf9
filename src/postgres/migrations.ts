// The schema, as numbered migrations. A released migration is never edited; a new one follows it. Migrations hold literals: a
// constant of the program may change, and a database that an earlier version made does not change with it.

import { createAll, INDEXES as SHARED_INDEXES, indexOf } from "../ledger/indexes.ts";
import { CREATE_LABEL_VIEW, CREATE_MOVEMENT_VIEW } from "../ledger/views.ts";

/** Its statements, for a nonce and the time of the first commit. */
export type Migration = (nonce: string, now: number) => string;

/** Those that no constraint makes. */
export const INDEXES = [...SHARED_INDEXES, indexOf("staged_change_by_stage", "staged_change", "(stage)")];

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
  -- Uploads that are being sent, and differences that are computed before the lock (stage.ts): a random id for each, and when it was
  -- last in use. Unlogged: a crash of the server empties all three.
  CREATE UNLOGGED TABLE stage (
    id bigint PRIMARY KEY,
    touched_at timestamptz NOT NULL
  );
  CREATE UNLOGGED TABLE staged_row (
    stage bigint NOT NULL,
    pet_id bigint NOT NULL,
    line bigint,
    quantity integer,
    delta bigint,
    status text,
    if_match text,
    must_exist integer,
    removes integer,
    name text,
    kind text,
    code text,
    low integer,
    given integer,
    if_name text,
    if_kind text,
    if_code text,
    if_low integer,
    if_given integer,
    PRIMARY KEY (stage, pet_id)
  );
  CREATE UNLOGGED TABLE staged_change (
    stage bigint NOT NULL,
    pet_id bigint NOT NULL,
    quantity_before integer,
    quantity_after integer,
    status_before text,
    status_after text,
    previous bigint,
    relabelled integer,
    label_previous bigint,
    name text,
    kind text,
    code text,
    low integer
  );
  ${createAll(INDEXES)}
  `,
];
