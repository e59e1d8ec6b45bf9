// The content of a copied inventory: rows of the tables that both engines have.

import { StoreError } from "./store-error.ts";
import type { Verification } from "./maintenance.ts";

export type ColumnValue = bigint | number | string | boolean | null;

/** A row by column names. Engines accept each other's values: a flag may be 1 or true. */
export type Row = Readonly<Record<string, ColumnValue>>;

/** A table that is copied. */
export interface CopiedTable {
  readonly name: string;
  /** Sort order of the rows, so that the target writes its pages in order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

const STOCK = ["pet_id", "quantity", "status"];
const CHANGE = ["quantity_before", "quantity_after", "status_before", "status_after"];
const TOTALS = ["quantity", "in_stock", "available", "pending", "sold", "total_in", "total_out", "movements"];
const KEY_TIMES = ["created_at", "expires_at", "revoked_at", "last_used_at"];
const KEY_LINK = ["link_hash", "link_expires_at", "link_opened_at"];
const KEY_REQUEST = ["request_name", "request_digest"];
const KEY_ORIGINS = ["created_by", "created_by_key", "replaces", "revoked_by", "revoked_by_key"];
const HOOK_SETTINGS = ["name", "url", "events", "secret", "previous_secret", "previous_until"];
const HOOK_ORIGIN = ["created_at", "created_by", "created_by_key", "version", "revision", "nonce"];
const HOOK_FAILURE = ["failing_since", "attempts", "next_attempt_at", "paused_at", "pause_reason"];
const HOOK_ANSWER = ["answered_at", "answer_status", "answer_problem", "delivered_at"];

export const COPIED_TABLES: readonly CopiedTable[] = [
  {
    name: "api_key",
    key: ["id"],
    columns: [
      "id",
      "account",
      "name",
      "hash",
      ...KEY_TIMES,
      ...KEY_ORIGINS,
      "role",
      ...KEY_LINK,
      ...KEY_REQUEST,
    ],
  },
  // Including the tombstones of removed pets.
  { name: "inventory", key: ["pet_id"], columns: [...STOCK, "revision", "removed", "label_revision"] },
  { name: "origin", key: ["id"], columns: ["id", "reason", "actor", "key_id"] },
  {
    name: "ledger_entry",
    key: ["revision", "pet_id"],
    columns: ["revision", "pet_id", ...CHANGE, "origin", "request_id", "at", "note", "previous"],
  },
  {
    name: "label_entry",
    key: ["revision", "pet_id"],
    columns: ["revision", "pet_id", "name", "kind", "code", "low", "previous"],
  },
  {
    name: "revision_request",
    key: ["revision"],
    columns: ["revision", "request_id", "note", "undoes", "labels"],
  },
  {
    name: "hook",
    key: ["id"],
    columns: ["id", ...HOOK_SETTINGS, ...HOOK_ORIGIN, ...HOOK_FAILURE, ...HOOK_ANSWER],
  },
  { name: "commit_mark", key: ["revision"], columns: ["revision", "nonce", "at", ...TOTALS] },
  {
    name: "idempotency_record",
    key: ["scope", "key"],
    columns: ["scope", "key", "request", ...STOCK, "at", "number", "result"],
  },
];

/** Rows in memory at once. */
export const BATCH_ROWS = 4_096;

export interface RowBatch {
  readonly table: CopiedTable;
  readonly rows: readonly Row[];
}

/** `rowsInAll` is the number of rows of all batches. */
export type OnRowBatch = (batch: RowBatch, rowsInAll: number) => Promise<void>;

/**
 * Copies rows into an empty database, which stays locked, in one transaction: nothing is visible before `commit`. Closing it
 * without `commit` leaves the database empty.
 */
export interface CopyStage extends AsyncDisposable {
  add(batch: RowBatch): Promise<void>;
  /** Reads the copied rows from this database, for comparison with the source. */
  readBack(onBatch: OnRowBatch): Promise<void>;
  /**
   * Gives the newest commit a new nonce, so that no list tag of the source is valid here; verifies that the ledger folds to
   * the stock, and commits unless there are problems.
   */
  commit(): Promise<Verification>;
}

/** The target of a copy is not empty. */
export class NotEmptyError extends StoreError {
  readonly revision: number;
  readonly keys: number;

  constructor({ revision, keys }: { revision: number; keys: number }) {
    const held = `it is at revision ${revision} and has ${keys} API keys`;
    super("unusable", `the database is not empty: ${held}`);
    this.revision = revision;
    this.keys = keys;
  }
}
