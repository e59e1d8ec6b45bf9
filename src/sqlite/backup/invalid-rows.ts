// Finds rows of an untrusted file with values that petstock never writes and no constraint excludes. Otherwise they would
// cause errors long after the restore, in lists, tags or times.

import type { Database } from "bun:sqlite";
import { MOVEMENT_REASONS } from "../../inventory/movement.ts";
import { LABEL_TEXT_LENGTH_MAX, LABEL_TEXTS } from "../../inventory/label.ts";
import { PET_STATUSES, QUANTITY_MAX } from "../../inventory/item.ts";

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

const badQuantity = (column: string) => `${column} NOT BETWEEN 0 AND ${QUANTITY_MAX}`;
const badStatus = (column: string) => `${column} NOT IN (${texts(PET_STATUSES)})`;
/** Beyond MAX_SAFE_INTEGER a number is not exact. */
const badRevision = (first: number) => `revision NOT BETWEEN ${first} AND ${Number.MAX_SAFE_INTEGER}`;
const badReason = `reason NOT IN (${texts(MOVEMENT_REASONS)})`;
/** An integer of four bytes on PostgreSQL. */
const ORIGIN_ID_MAX = 2_147_483_647;
/** ms since 1970 within the range of a Date (ECMA-262, "Time Values and Time Range"). */
const badTime = (column: string) => `${column} NOT BETWEEN 0 AND 8640000000000000`;
/** More than the longest text that petstock writes. */
const TEXT_BYTES_MAX = 65_536;
/** A text of gigabytes would fill the memory of a command. */
const tooLong = (...columns: readonly string[]) =>
  columns.map((column) => `octet_length(${column}) > ${TEXT_BYTES_MAX}`);

/** Control characters, line separators and bidi embeddings, which no version took: ranges of code points, where 45 is the hyphen of a range. */
const CONTROL = "char(1, 45, 31, 127, 45, 159, 8232, 45, 8238, 8294, 45, 8297)";
const badLabelText = (column: string) => [
  `length(${column}) NOT BETWEEN 1 AND ${LABEL_TEXT_LENGTH_MAX}`,
  // For length() a NUL character ends the text.
  `instr(${column}, char(0)) > 0`,
  `${column} GLOB '*[' || ${CONTROL} || ']*'`,
];

/** By table: conditions that are true for no valid row. */
const INVALID: Readonly<Record<string, readonly string[]>> = {
  inventory: [badRevision(1), "label_revision NOT BETWEEN 1 AND revision"],
  origin: [`id NOT BETWEEN 1 AND ${ORIGIN_ID_MAX}`, badReason, ...tooLong("actor", "key_id")],
  ledger_entry: [
    badRevision(1),
    badQuantity("quantity_before"),
    badQuantity("quantity_after"),
    badStatus("status_before"),
    badStatus("status_after"),
    // A status that stays is stored as the later one.
    "quantity_before IS NULL AND status_before IS NOT NULL",
    "quantity_before IS NOT NULL AND coalesce(status_before, status_after) IS NULL",
    "(quantity_after IS NULL) <> (status_after IS NULL)",
    "origin NOT IN (SELECT id FROM origin)",
    badTime("at"),
    "previous NOT BETWEEN 0 AND revision - 1",
    ...tooLong("request_id", "note"),
  ],
  revision_request: [
    badRevision(1),
    `undoes NOT BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`,
    `labels NOT BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}`,
    ...tooLong("request_id", "note"),
  ],
  // The nonce is part of the ETag header.
  commit_mark: [
    badRevision(0),
    "octet_length(nonce) NOT BETWEEN 1 AND 64",
    "nonce GLOB '*[^0-9A-Za-z]*'",
    badTime("at"),
  ],
  api_key: [
    "hash GLOB '*[^0-9a-f]*'",
    "link_hash GLOB '*[^0-9a-f]*'",
    badTime("created_at"),
    badTime("expires_at"),
    badTime("revoked_at"),
    badTime("last_used_at"),
    badTime("link_expires_at"),
    badTime("link_opened_at"),
    "replaces = id",
    ...tooLong("id", "account", "name", "hash", "link_hash", "created_by", "created_by_key"),
    ...tooLong("replaces", "revoked_by", "revoked_by_key", "request_name", "request_digest"),
  ],
  hook: [
    badRevision(0),
    "octet_length(nonce) NOT BETWEEN 1 AND 64",
    "nonce GLOB '*[^0-9A-Za-z]*'",
    ...["previous_until", "created_at", "failing_since", "next_attempt_at"].map(badTime),
    ...["answered_at", "delivered_at", "paused_at"].map(badTime),
    ...tooLong("id", "name", "url", "secret", "previous_secret", "created_by", "created_by_key"),
    ...tooLong("answer_problem"),
  ],
  label_entry: [
    badRevision(1),
    ...LABEL_TEXTS.flatMap(badLabelText),
    badQuantity("low"),
    "previous NOT BETWEEN 1 AND revision - 1",
  ],
  idempotency_record: [
    badQuantity("quantity"),
    badStatus("status"),
    badTime("at"),
    ...tooLong("scope", "key", "request", "result"),
    // The counts and the position of a change set (inventory/recorded-result.ts).
    "NOT json_valid(result)",
  ],
};

/** Messages, one for each table with an invalid row. The database has the newest schema. */
export function findInvalidRows(db: Database): string[] {
  return Object.entries(INVALID).flatMap(([table, conditions]) => {
    const [row] = db
      .query(`SELECT ${conditionOf(conditions)} FROM ${table} WHERE ${conditions.join(" OR ")} LIMIT 1`)
      .values();
    return row === undefined ? [] : [`${table} has a row that petstock never writes (${String(row[0])})`];
  });
}

/** Selects the text of the first condition that is true. */
function conditionOf(conditions: readonly string[]): string {
  return `CASE ${conditions.map((each) => `WHEN ${each} THEN '${each.replaceAll("'", "''")}'`).join(" ")} END`;
}
