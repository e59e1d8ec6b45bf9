// What a copy of an inventory consists of: the rows of the tables that every engine has, as they are.

import { StoreError } from "./store-error.ts";
import type { Verification } from "./verification.ts";

export type ColumnValue = bigint | number | string | boolean | null;

/** A row by its columns' names. An engine takes what another gives: a flag may be 1 here and true there. */
export type Row = Readonly<Record<string, ColumnValue>>;

/** A table that a copy takes along. */
export interface CopiedTable {
  readonly name: string;
  /** The order in which rows are read, so that they are written in the order of the other database's pages. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

const STOCK = ["pet_id", "quantity", "status"];
const CHANGE = ["quantity_before", "quantity_after", "status_before", "status_after"];
const ORIGIN = ["reason", "actor", "key_id", "request_id", "at"];
const KEY_TIMES = ["created_at", "expires_at", "revoked_at", "last_used_at"];

export const COPIED_TABLES: readonly CopiedTable[] = [
  { name: "api_key", key: ["id"], columns: ["id", "account", "name", "hash", "read_only", ...KEY_TIMES] },
  // With the tombstones of pets that were removed.
  { name: "inventory", key: ["pet_id"], columns: [...STOCK, "revision", "removed"] },
  { name: "movement", key: ["revision", "pet_id"], columns: ["revision", "pet_id", ...CHANGE, ...ORIGIN] },
  { name: "commit_mark", key: ["revision"], columns: ["revision", "nonce", "at"] },
  {
    name: "once_record",
    key: ["scope", "key"],
    columns: ["scope", "key", "request", ...STOCK, "at", "number"],
  },
];

/** How many rows are in memory at once, however many there are. */
export const BATCH_ROWS = 4_096;

export interface RowBatch {
  readonly table: CopiedTable;
  readonly rows: readonly Row[];
}

export type OnRowBatch = (portion: RowBatch) => Promise<void>;

/**
 * A copy on its way into an empty database, which it keeps locked, all in one transaction: nobody sees anything of it
 * before it is committed. Closing it without leaves the database as empty as it was.
 */
export interface CopyStage extends AsyncDisposable {
  add(portion: RowBatch): Promise<void>;
  /** What has arrived, as this database has it. */
  readBack(onPortion: OnRowBatch): Promise<void>;
  /**
   * Gives the newest commit a nonce of its own, so that no list's tag of the source counts here; proves that the ledger
   * folds to the stock, and commits. Where there are problems it does not commit.
   */
  commit(): Promise<Verification>;
}

/** A copy was to go where there is something already. */
export class NotEmptyError extends StoreError {
  readonly revision: number;
  readonly keys: number;

  constructor({ revision, keys }: { revision: number; keys: number }) {
    super("unusable", `the database is not empty: it is at revision ${revision} and has ${keys} API keys`);
    this.revision = revision;
    this.keys = keys;
  }
}
