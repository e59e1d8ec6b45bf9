-- A database with schema 6, in the words of the petstock that made it. Never edited: it is what that one left behind.

PRAGMA application_id = 1346720851;
PRAGMA user_version = 7;

CREATE TABLE inventory (
  pet_id INTEGER PRIMARY KEY,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 0 AND 2147483647),
  status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold')),
  revision INTEGER NOT NULL CHECK (revision > 0),
  removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1))
) STRICT;
CREATE TABLE "ledger_entry" (
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
  at INTEGER NOT NULL, note TEXT, previous INTEGER, origin INTEGER,
  PRIMARY KEY (revision, pet_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE commit_mark (
  revision INTEGER PRIMARY KEY,
  nonce TEXT NOT NULL,
  at INTEGER NOT NULL
, quantity INTEGER, in_stock INTEGER, available INTEGER, pending INTEGER, sold INTEGER, total_in INTEGER, total_out INTEGER, movements INTEGER) STRICT;
CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
, role TEXT NOT NULL DEFAULT 'reader' CHECK (role IN ('reader', 'clerk', 'manager', 'admin'))) STRICT, WITHOUT ROWID;
CREATE TABLE api_key_counter (value INTEGER NOT NULL) STRICT;
CREATE TABLE retirement (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  at INTEGER NOT NULL,
  moved_to TEXT NOT NULL
) STRICT;
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
CREATE TABLE "once_record" (
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
CREATE INDEX once_record_by_time ON once_record (at);
CREATE INDEX once_record_by_number ON once_record (scope, number) WHERE number > 0;
CREATE TABLE label (
  pet_id INTEGER PRIMARY KEY,
  name TEXT,
  kind TEXT,
  code TEXT,
  low INTEGER CHECK (low BETWEEN 0 AND 2147483647)
) STRICT;
CREATE TABLE label_counter (value INTEGER NOT NULL) STRICT;
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
  undoes INTEGER
) STRICT;
CREATE VIEW movement AS
SELECT e.revision, e.pet_id, e.quantity_before, e.quantity_after,
  CASE WHEN e.quantity_before IS NOT NULL THEN coalesce(e.status_before, e.status_after) END AS status_before,
  e.status_after,
  coalesce(o.reason, e.reason) AS reason, coalesce(o.actor, e.actor) AS actor, coalesce(o.key_id, e.key_id) AS key_id,
  coalesce(r.request_id, e.request_id) AS request_id, e.at, coalesce(r.note, e.note) AS note, e.previous, r.undoes
FROM ledger_entry e LEFT JOIN origin o ON o.id = e.origin LEFT JOIN revision_request r ON r.revision = e.revision;
INSERT INTO api_key_counter VALUES (4);
INSERT INTO label_counter VALUES (0);

INSERT INTO commit_mark VALUES
  (0, '00000000000000aa', 1000, 0, 0, 0, 0, 0, 0, 0, 0),
  (2, '00000000000000bb', 2000, 11, 2, 1, 0, 1, 11, 0, 2),
  (3, '00000000000000cc', 3000, 12, 2, 1, 0, 1, 12, 0, 1),
  (4, '00000000000000dd', 4000, 2147483663, 4, 3, 1, 1, 2147483663, 0, 3),
  (5, '00000000000000ee', 5000, 2147483659, 3, 2, 1, 1, 2147483663, 4, 1);
INSERT INTO revision_request VALUES (4, NULL, 'spring order', NULL);
INSERT INTO origin VALUES (1, 'import', 'cli:clerk', NULL);
-- The first three are older than schema 6.
INSERT INTO ledger_entry VALUES
  (1, 1, NULL, 5, NULL, 'available', 'set', 'cli:clerk', NULL, NULL, 2000, NULL, 0, NULL),
  (2, 2, NULL, 6, NULL, 'sold', 'set', 'cli:clerk', NULL, NULL, 2000, NULL, 0, NULL),
  (3, 2, 6, 7, 'sold', 'sold', 'update', 'key:till', 'key1', 'request-1', 3000, NULL, 2, NULL),
  (4, -9223372036854775808, NULL, 0, NULL, 'available', '', '', NULL, NULL, 4000, NULL, 0, 1),
  (4, 3, NULL, 4, NULL, 'available', '', '', NULL, NULL, 4000, NULL, 0, 1),
  (4, 9223372036854775807, NULL, 2147483647, NULL, 'pending', '', '', NULL, NULL, 4000, NULL, 0, 1),
  (5, 3, 4, NULL, 'available', NULL, '', '', NULL, NULL, 5000, NULL, 4, 1);
INSERT INTO inventory VALUES
  (-9223372036854775808, 0, 'available', 4, 0),
  (1, 5, 'available', 1, 0),
  (2, 7, 'sold', 3, 0),
  (3, 4, 'available', 5, 1),
  (9223372036854775807, 2147483647, 'pending', 4, 0);
INSERT INTO api_key VALUES
  ('key1', 'shop', 'till', '435c99f9747c2956dd8232ad1e12d1db0732a757a815138f3d707f107b94ce86', 1000, NULL, NULL, 3000, 'clerk'),
  ('key2', 'shop', 'report', 'abababababababababababababababababababababababababababababababab', 1000, 2000, NULL, NULL, 'reader'),
  ('key3', 'shop', 'lost', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 1000, NULL, 2500, NULL, 'clerk');
INSERT INTO once_record (scope, key, request, pet_id, quantity, status, at, number, result) VALUES
  ('key1', 'sale-1', 'ffb32763c1906177297936ed8578b2927afc15aa4b4a3e4deff9fe165e7278d1', 2, 7, 'sold', unixepoch() * 1000, 2, NULL),
  ('key1', 'sale-0', 'b9a8037ab5cdc7be55415c72d3346a5a26dd20208435874623ceb2944ace48e8', 1, 9, 'available', 1000, 1, NULL);
INSERT INTO label VALUES (2, 'Bella', 'cat', '4006381333931', 3);
