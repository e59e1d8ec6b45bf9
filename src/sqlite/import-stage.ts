// An import: rows are gathered in a temporary table, which locks nothing; then the difference to the stock is computed
// and made in one transaction, by sets and not row by row, under one revision.
//
// That transaction must not write to a temporary table. SQLite commits the inventory first and then those, and where their
// disk is full it says that the commit failed, although the import is there. So the ledger's rows are the difference.

import type { Database } from "bun:sqlite";
import { STATUS_OF_NEW_PET } from "../inventory/item.ts";
import { isStillAt } from "../inventory/position.ts";
import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportRow,
  ImportStage,
} from "../inventory/import.ts";
import { applyDifference, type Counts, countDifference } from "../ledger/difference.ts";
import { type Query, sql } from "../ledger/sql.ts";
import { translated } from "./errors.ts";
import { prepareHeadForWriting, readHead } from "./head.ts";
import { inTransaction, whileBusy } from "./file/lock.ts";
import { openForWriting, orClose } from "./file/open.ts";
import { runWork } from "./run-work.ts";
import { beginWriting } from "./file/transaction.ts";
import type { WriterOptions } from "./writer.ts";

const TEMPORARY_FILE = "the import's temporary file (SQLITE_TMPDIR names its folder)";

export class SqliteImportStage implements ImportStage {
  readonly #path: string;
  readonly #lockTimeoutMs: number;
  readonly #db: Database;

  constructor({ path, lockTimeoutMs }: Omit<WriterOptions, "create">) {
    this.#path = path;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#db = openForWriting(path, { create: false });
    const begin = () => {
      // Temporary tables lie in a file of their own, so a large import is bounded by the disk and not by memory.
      this.#db.run("PRAGMA temp_store = FILE");
      this.#db.run(
        "CREATE TEMP TABLE staged (pet_id INTEGER PRIMARY KEY, quantity INTEGER, status TEXT, line INTEGER) STRICT",
      );
    };
    orClose(this.#db, () => translated(TEMPORARY_FILE, begin));
  }

  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    return translated(TEMPORARY_FILE, () => {
      const put = this.#db.query("INSERT INTO temp.staged VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
      const firstLine = this.#db.query("SELECT line FROM temp.staged WHERE pet_id = ?");
      const duplicates: DuplicateRow[] = [];
      this.#db.run("BEGIN");
      return inTransaction(this.#db, () => {
        for (const row of rows) {
          if (put.run(row.petId, row.quantity, row.status ?? null, row.line).changes > 0) continue;
          duplicates.push({ row, firstLine: Number(firstLine.values(row.petId)[0]?.[0]) });
        }
        return duplicates;
      });
    });
  }

  async apply(options: ImportOptions): Promise<ImportResult> {
    return translated(this.#path, () => {
      if (options.dryRun) this.#db.run("BEGIN");
      else beginWriting(this.#db, { path: this.#path, lockTimeoutMs: this.#lockTimeoutMs });
      return inTransaction(this.#db, () => this.#applyInTransaction(options));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close(true);
  }

  #applyInTransaction(options: ImportOptions): ImportResult {
    const head = prepareHeadForWriting(this.#db);
    const present = whileBusy(this.#lockTimeoutMs, () => readHead(head));
    const { revision } = present;
    if (options.ifUnchangedSince !== undefined && !isStillAt(present, options.ifUnchangedSince)) {
      return { kind: "changed_since", revision };
    }
    const difference = differenceOf(options);
    if (options.dryRun) return this.#report({ ...runWork(this.#db, countDifference(difference)), revision });
    return this.#report(runWork(this.#db, applyDifference(difference, { ...options, newest: present })));
  }

  #report(counts: Counts & { readonly revision: number }): ImportResult {
    const staged = Number(this.#db.query("SELECT count(*) FROM temp.staged").values()[0]?.[0]);
    return { kind: "applied", ...counts, unchanged: staged - counts.created - counts.updated };
  }
}

function differenceOf({ replace }: ImportOptions): Query {
  return replace ? sql`(${CHANGED} UNION ALL ${GONE}) AS difference` : sql`(${CHANGED}) AS difference`;
}

// A removed pet counts as absent: its row keeps the last values, for nobody.
const CHANGED = sql`
  SELECT s.pet_id, i.quantity AS quantity_before, s.quantity AS quantity_after,
    i.status AS status_before, coalesce(s.status, i.status, ${STATUS_OF_NEW_PET}) AS status_after
  FROM temp.staged s LEFT JOIN inventory i ON i.pet_id = s.pet_id AND i.removed = 0
  WHERE i.pet_id IS NULL OR i.quantity <> s.quantity OR i.status <> coalesce(s.status, i.status)`;

const GONE = sql`
  SELECT i.pet_id, i.quantity, NULL, i.status, NULL FROM inventory i
  WHERE i.removed = 0 AND NOT EXISTS (SELECT 1 FROM temp.staged s WHERE s.pet_id = i.pet_id)`;
