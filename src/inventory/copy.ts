// What a copy of an inventory consists of: the rows of the tables that every engine has, as they are.

export type Cell = bigint | number | string | boolean | null;

/** A row by its columns' names. An engine takes what another gives: a flag may be 1 here and true there. */
export type Row = Readonly<Record<string, Cell>>;

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
export const PORTION_ROWS = 4_096;

export interface Portion {
  readonly table: CopiedTable;
  readonly rows: readonly Row[];
}

export type OnPortion = (portion: Portion) => Promise<void>;
