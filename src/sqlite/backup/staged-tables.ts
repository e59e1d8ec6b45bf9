// The tables of a backup: their rows are written into the database before the restore takes the write lock, in tables of their own, in
// short transactions. Under the lock they take the names of those. The old rows are removed afterwards, again in short ones.

import type { Database } from "bun:sqlite";
import type { CopiedTable } from "../../inventory/copy.ts";
import { StoreError } from "../../inventory/store-error.ts";
import { countRows, hasTable } from "../file/introspect.ts";
import { PORTION_ROWS, type PortionOptions, writePortion, yieldLock } from "../file/portions.ts";
import { makeStagePrefix } from "../schema/staged-names.ts";

interface StageOptions extends PortionOptions {
  /** In rows. */
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export class StagedTables {
  readonly #db: Database;
  readonly #prefix = makeStagePrefix();
  readonly #names: readonly string[];

  private constructor(db: Database, names: readonly string[]) {
    this.#db = db;
    this.#names = names;
  }

  /**
   * Writes the rows that the database attached as `backup` has of these tables, as far as they can be exchanged. Throws the signal's
   * reason. Whatever comes, they are there until `removeStaged`.
   */
  static async make(
    db: Database,
    tables: readonly CopiedTable[],
    options: StageOptions,
  ): Promise<StagedTables> {
    const exchangeable = tables.filter((table) => isExchangeable(db, table));
    const staged = new StagedTables(
      db,
      exchangeable.map(({ name }) => name),
    );
    const total = exchangeable.reduce((sum, { name }) => sum + countRows(db, `backup.${name}`), 0);
    let done = 0;
    for (const table of exchangeable) {
      writePortion(db, options, () => staged.#create(table));
      for (let added = PORTION_ROWS; added === PORTION_ROWS;) {
        await yieldLock();
        options.signal.throwIfAborted();
        added = writePortion(db, options, () => staged.#addPortion(table));
        options.onProgress((done += added), total);
      }
    }
    return staged;
  }

  has({ name }: CopiedTable): boolean {
    return this.#names.includes(name);
  }

  /** Lets them take the names of the inventory's tables, in the transaction of the caller. Those of `removeStaged` are then the old ones. */
  exchange(): void {
    const db = this.#db;
    const replaced = makeStagePrefix();
    // Else SQLite would make the views read the old tables (https://sqlite.org/pragma.html#pragma_legacy_alter_table).
    db.run("PRAGMA legacy_alter_table = ON");
    for (const name of this.#names) {
      if (!hasTable(db, this.#prefix + name)) throw stageLost();
      db.run(`ALTER TABLE main.${name} RENAME TO ${replaced}${name}`);
      db.run(`ALTER TABLE main.${this.#prefix}${name} RENAME TO ${name}`);
    }
    db.run("PRAGMA legacy_alter_table = OFF");
  }

  #create({ name }: CopiedTable): void {
    const [[sql] = []] = this.#db.query(DEFINITION).values(name) as [string][];
    if (sql === undefined) throw stageLost();
    this.#db.run(sql.replace(DEFINED_NAME, `CREATE TABLE main.${this.#prefix}$1`));
  }

  #addPortion({ name, key, columns }: CopiedTable): number {
    const db = this.#db;
    if (!hasTable(db, this.#prefix + name)) throw stageLost();
    const keys = key.join(", ");
    const target = `main.${this.#prefix}${name}`;
    const newest = `SELECT ${keys} FROM ${target} ORDER BY ${key.map((column) => `${column} DESC`).join(", ")} LIMIT 1`;
    const [last] = db.query(newest).values() as [bigint | string][];
    const after = last === undefined ? "true" : `(${keys}) > (${key.map(() => "?").join(", ")})`;
    const selected = `SELECT ${columns.join(", ")} FROM backup.${name} WHERE ${after} ORDER BY ${keys} LIMIT ${PORTION_ROWS}`;
    const insert = `INSERT INTO ${target} (${columns.join(", ")}) ${selected}`;
    return db.query(insert).run(...(last ?? [])).changes;
  }
}

/** Whether SQLite can rename all of it: not an index that has a definition of its own. */
function isExchangeable(db: Database, { name }: CopiedTable): boolean {
  return db.query(OWN_INDEXES).values(name).length === 0;
}

const DEFINITION = "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?";
const OWN_INDEXES =
  "SELECT 1 FROM main.sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL";
/** As SQLite stores it; after a RENAME it is quoted. */
const DEFINED_NAME = /^CREATE TABLE "?(\w+)"?/;

function stageLost(): StoreError {
  const reason = "another restore, or compact, has removed the rows that this one had prepared";
  return new StoreError("unavailable", `${reason}; nothing was changed. Run it again alone`);
}
