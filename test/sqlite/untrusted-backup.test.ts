// Crafted backups: objects other than rows are not restored, and rows that petstock never writes are refused, whatever
// constraints the file has.

import { Database } from "bun:sqlite";
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync, symlinkSync } from "node:fs";
import { SqliteBackups } from "../../src/sqlite/backup/backups.ts";
import { APPLICATION_ID } from "../../src/sqlite/file/introspect.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { filesIn, openSqlite, petstockAt, storeErrorOf } from "./embedded.ts";
import { FOREIGN_OBJECTS, runUndefended } from "./foreign-objects.ts";

setDefaultTimeout(60_000);

/** A crafted backup, and a database to restore it into. */
class Crafted implements Disposable {
  readonly folder = new TemporaryFolder();
  readonly path = this.folder.file("petstock.db");
  readonly backup = this.folder.file("a.backup");
  readonly backups = new SqliteBackups({ path: this.path, lockTimeoutMs: 5_000 });

  static async of(...sql: readonly string[]): Promise<Crafted> {
    const crafted = new Crafted();
    await petstockAt(crafted.path);
    await petstockAt(crafted.backup);
    runUndefended(crafted.backup, "PRAGMA journal_mode = DELETE", ...sql);
    return crafted;
  }

  open() {
    return this.backups.open(this.backup, AbortSignal.timeout(50_000));
  }

  async expectRefusal(words: string): Promise<void> {
    const before = filesIn(this.folder.path);
    const { code, message } = await storeErrorOf(this.open());
    expect(message).toStartWith(`${this.backup} cannot be restored from: `);
    expect(message).toContain(words);
    expect(message).toEndWith("; nothing was changed");
    expect(code).toBe("unusable");
    expect(filesIn(this.folder.path)).toEqual(before);
  }

  [Symbol.dispose](): void {
    this.folder[Symbol.dispose]();
  }
}

describe("a file with foreign or missing objects is refused, and the object named", () => {
  test.each(Object.entries(FOREIGN_OBJECTS))("%s", async (_, { sql, words }) => {
    using crafted = await Crafted.of(...sql);
    await crafted.expectRefusal(words);
  });
});

const unchecked = (...sql: readonly string[]) => ["PRAGMA ignore_check_constraints = ON", ...sql];

/** Weakens a definition, runs SQL, and changes the definition back, so that the schema is that of petstock. */
function withWeakened(
  table: string,
  [from, to]: readonly [string, string],
  ...sql: readonly string[]
): string[] {
  const replace = (a: string, b: string) =>
    `UPDATE sqlite_schema SET sql = replace(sql, '${a}', '${b}') WHERE name = '${table}'`;
  const reread = "PRAGMA writable_schema = RESET";
  const open = "PRAGMA writable_schema = ON";
  return [open, replace(from, to), reread, ...sql, open, replace(to, from), reread];
}

const KEY = (id: string, hash: string) =>
  `INSERT INTO api_key (id, account, name, hash, role, created_at, created_by)
   VALUES ('${id}', 'a', 'n', '${hash}', 'clerk', 1, 'cli:test')`;
/** Its link was not opened. */
const LINKED = (id: string, hash: string) =>
  `INSERT INTO api_key (id, account, name, role, created_at, created_by, link_hash, link_expires_at)
   VALUES ('${id}', 'a', 'n', 'clerk', 1, 'cli:test', '${hash}', 2)`;
const HASH = "ab".repeat(32);

const INVALID_ROWS: Readonly<Record<string, { sql: readonly string[]; words: string }>> = {
  "a quantity below zero": {
    sql: unchecked("UPDATE inventory SET quantity = -5 WHERE pet_id = 3"),
    words: "CHECK constraint failed",
  },
  "an unknown status": {
    sql: unchecked("UPDATE inventory SET status = 'x' WHERE pet_id = 3"),
    words: "CHECK constraint failed",
  },
  "text instead of a number": {
    sql: withWeakened("commit_mark", ["STRICT", "/**/"], "UPDATE commit_mark SET at = 'soon'"),
    words: "commit_mark",
  },
  "a key with a hash that is too short": {
    sql: unchecked(KEY("k1", "ab")),
    words: "CHECK constraint failed",
  },
  "a key with an unknown role": {
    sql: unchecked(KEY("k1", HASH).replace("clerk", "owner")),
    words: "CHECK constraint failed",
  },
  "a key with an invalid hash": {
    sql: [KEY("k1", "x".repeat(64))],
    words: "api_key has a row that petstock never writes",
  },
  "a link with an invalid hash": {
    sql: [LINKED("k1", "x".repeat(64))],
    words: "api_key has a row that petstock never writes",
  },
  "a link that never ends": {
    sql: unchecked(LINKED("k1", HASH), "UPDATE api_key SET link_expires_at = NULL"),
    words: "CHECK constraint failed",
  },
  "a key without hash and link": {
    sql: unchecked(KEY("k1", HASH), "UPDATE api_key SET hash = NULL"),
    words: "CHECK constraint failed",
  },
  "a key that was revoked by no one": {
    sql: unchecked(KEY("k1", HASH), "UPDATE api_key SET revoked_at = 1"),
    words: "CHECK constraint failed",
  },
  "a key that replaces itself": {
    sql: [KEY("k1", HASH), "UPDATE api_key SET replaces = id"],
    words: "api_key has a row that petstock never writes (replaces = id)",
  },
  "a key whose maker has an endless name": {
    sql: [KEY("k1", HASH), "UPDATE api_key SET created_by = hex(zeroblob(65536))"],
    words: "api_key has a row that petstock never writes (octet_length(created_by)",
  },
  "a time outside the range of a Date": {
    sql: [KEY("k1", HASH), "UPDATE api_key SET expires_at = 9223372036854775807"],
    words: "api_key has a row that petstock never writes",
  },
  "a nonce with a line break, for an ETag": {
    sql: ["UPDATE commit_mark SET nonce = 'a' || char(13, 10) || 'Set-Cookie: b' WHERE revision > 0"],
    words: "commit_mark has a row",
  },
  "an out-of-range quantity in the ledger": {
    sql: [
      "UPDATE ledger_entry SET quantity_after = 1 << 60 WHERE pet_id = 3",
      `INSERT INTO ledger_entry (revision, pet_id, quantity_before, quantity_after, status_before, status_after,
        origin, at, previous)
       SELECT (SELECT max(revision) + 1 FROM movement), 3, 1 << 60, 3, NULL, 'available', 1, 1, 1 FROM movement LIMIT 1`,
      "INSERT INTO commit_mark SELECT max(revision), 'abc', 1, 0, 0, 0, 0, 0, 0, 0, 1 FROM movement",
      "UPDATE inventory SET revision = (SELECT max(revision) FROM movement) WHERE pet_id = 3",
    ],
    words: "ledger_entry has a row that petstock never writes (quantity_after",
  },
  "an unknown reason": {
    sql: ["UPDATE origin SET reason = 'x'"],
    words: "origin has a row that petstock never writes (reason",
  },
  "an origin that is missing": {
    sql: ["UPDATE ledger_entry SET origin = 99 WHERE pet_id = 3"],
    words: "ledger_entry has a row that petstock never writes (origin NOT IN",
  },
  "an origin with an id beyond PostgreSQL's": {
    sql: ["UPDATE origin SET id = id + (1 << 40)", "UPDATE ledger_entry SET origin = origin + (1 << 40)"],
    words: "origin has a row that petstock never writes (id",
  },
  "a predecessor that comes later": {
    sql: ["UPDATE ledger_entry SET previous = revision WHERE pet_id = 3"],
    words: "ledger_entry has a row that petstock never writes (previous",
  },
  "a text of 200,000 bytes": {
    sql: ["UPDATE origin SET actor = 'a' || char(0) || hex(zeroblob(100000)) WHERE id = 1"],
    words: "origin has a row that petstock never writes (octet_length(actor)",
  },
  "an idempotency record with a negative quantity": {
    sql: [
      "INSERT INTO idempotency_record (scope, key, request, pet_id, quantity, status, at, number) VALUES ('s', 'k', 'r', 1, -1, 'sold', 1, 1)",
    ],
    words: "idempotency_record has a row",
  },
  "a label of 201 characters": {
    sql: ["INSERT INTO label_entry (revision, pet_id, name) VALUES (1, 3, hex(zeroblob(100)) || 'x')"],
    words: "label_entry has a row that petstock never writes (length(name)",
  },
  "a label with a line break": {
    sql: ["INSERT INTO label_entry (revision, pet_id, kind) VALUES (1, 3, 'a' || char(10))"],
    words: "label_entry has a row that petstock never writes (kind GLOB",
  },
  "a label with a control character beyond ASCII": {
    sql: ["INSERT INTO label_entry (revision, pet_id, name) VALUES (1, 3, 'a' || char(155) || 'b')"],
    words: "label_entry has a row that petstock never writes (name GLOB",
  },
  "a label with a NUL character": {
    sql: ["INSERT INTO label_entry (revision, pet_id, code) VALUES (1, 3, 'a' || char(0) || 'b')"],
    words: "label_entry has a row that petstock never writes (instr(code",
  },
  "a label with a negative quantity": {
    sql: unchecked("INSERT INTO label_entry (revision, pet_id, low) VALUES (1, 3, -1)"),
    words: "CHECK constraint failed",
  },
};

test("a log that is a pipe or a device is refused without waiting", async () => {
  using crafted = await Crafted.of();
  const log = `${crafted.backup}-wal`;
  expect(Bun.spawnSync(["mkfifo", log]).exitCode).toBe(0);
  expect((await storeErrorOf(crafted.open())).message).toContain(
    `${log} is not a regular file; nothing was changed`,
  );
  rmSync(log);
  symlinkSync("/dev/zero", log);
  expect((await storeErrorOf(crafted.open())).message).toContain(
    `${log} is not a regular file; nothing was changed`,
  );
});

test("a text encoding other than UTF-8 is refused", async () => {
  using crafted = await Crafted.of();
  rmSync(crafted.backup);
  const empty = `PRAGMA encoding = "UTF-16le"; PRAGMA application_id = ${APPLICATION_ID}; CREATE TABLE t (a)`;
  runUndefended(crafted.backup, ...empty.split("; "));
  await crafted.expectRefusal("its text is in UTF-16le");
});

test("long text of the file is truncated in the message", async () => {
  const moved = "INSERT INTO retirement VALUES (1, 1, 'x' || hex(zeroblob(1000000)))";
  using crafted = await Crafted.of(moved);
  const { message } = await storeErrorOf(crafted.open());
  expect(message).toContain("its inventory had moved to x000");
  expect(message.length).toBeLessThan(1_000);
});

describe("a file with petstock's schema is refused for a row that petstock never writes", () => {
  test.each(Object.entries(INVALID_ROWS))("%s", async (_, { sql, words }) => {
    using crafted = await Crafted.of(...sql);
    await crafted.expectRefusal(words);
  });

  test("a duplicate of a unique value", async () => {
    using crafted = await Crafted.of(LINKED("k1", HASH), LINKED("k2", "cd".repeat(32)));
    const [[page] = []] = valuesIn(
      crafted.backup,
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_api_key_4'",
    );
    const index = "name = 'sqlite_autoindex_api_key_4'";
    runUndefended(
      crafted.backup,
      "PRAGMA writable_schema = ON",
      `DELETE FROM sqlite_schema WHERE ${index}`,
      ...withWeakened(
        "api_key",
        ["request_name TEXT UNIQUE", "request_name TEXT"],
        `UPDATE api_key SET request_name = '${HASH}', request_digest = '${HASH}'`,
      ),
      "PRAGMA writable_schema = ON",
      `INSERT INTO sqlite_schema VALUES ('index', 'sqlite_autoindex_api_key_4', 'api_key', ${page}, NULL)`,
    );
    await crafted.expectRefusal("UNIQUE constraint failed");
  });
});

test("the tables of Litestream and ANALYZE are not restored", async () => {
  using crafted = await Crafted.of(
    "ANALYZE",
    "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    "CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER)",
  );
  rmSync(crafted.path);
  await using restore = await crafted.open();
  await restore.restore(() => {}, AbortSignal.timeout(50_000));
  const names = valuesIn(
    crafted.path,
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
  ).flat();
  expect(names).not.toContain("_litestream_seq");
  expect(names).not.toContain("sqlite_stat1");
  await using store = await openSqlite(crafted.path, { create: false });
  expect((await store.verify()).problems).toEqual([]);
});

function valuesIn(path: string, sql: string): unknown[][] {
  using db = new Database(path, { safeIntegers: true });
  return db.query(sql).values();
}
