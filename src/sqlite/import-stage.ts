// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import type { Database } from "bun:sqlite";
import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import {
  type DuplicateRow,
  type ImportOptions,
  type ImportResult,
  type ImportStage,
  isConditional,
  type StagedRow,
} from "../inventory/import.ts";
import { applyImport } from "../ledger/import.ts";
import { names } from "../ledger/sql.ts";
import { translateErrors } from "./errors.ts";
import { commitOrRollBack, retryWhileBusy } from "./file/lock.ts";
import { openForWriting, closeOnError } from "./file/open.ts";
import { beginWriting } from "./file/transaction.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { runWork } from "./run-work.ts";
import type { WriterOptions } from "./writer.ts";

const STAGED = names("temp.staged");
const TEMPORARY_FILE = "the import's temporary file (SQLITE_TMPDIR names its folder)";

export class SqliteImportStage implements ImportStage {
  readonly #path: string;
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  readonly #db: Database;
  #count = 0;
  #isConditional = false;

  constructor({ path, lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: Omit<WriterOptions, "create">) {
    this.#path = path;
    this.#recordsMax = recordsMax;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#db = openForWriting(path, { create: false });
    const begin = () => {
      // Temporary tables in a file, so that a large import is limited by the disk, not by memory.
      this.#db.run("PRAGMA temp_store = FILE");
      this.#db.run(CREATE_STAGED);
    };
    closeOnError(this.#db, () => translateErrors(TEMPORARY_FILE, begin));
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const duplicates = translateErrors(TEMPORARY_FILE, () => this.#insert(rows));
    this.#count += rows.length - duplicates.length;
    this.#isConditional ||= rows.some(isConditional);
    return duplicates;
  }

  #insert(rows: readonly StagedRow[]): readonly DuplicateRow[] {
    const put = this.#db.query(
      "INSERT INTO temp.staged VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
    );
    const firstLine = this.#db.query("SELECT line FROM temp.staged WHERE pet_id = ?");
    const duplicates: DuplicateRow[] = [];
    this.#db.run("BEGIN");
    return commitOrRollBack(this.#db, () => {
      for (const row of rows) {
        if (put.run(...columnsOf(row)).changes > 0) continue;
        duplicates.push({ row, firstLine: Number(firstLine.values(row.petId)[0]?.[0]) });
      }
      return duplicates;
    });
  }

  async apply(options: ImportOptions): Promise<ImportResult> {
    return translateErrors(this.#path, () => {
      if (options.dryRun) this.#db.run("BEGIN");
      else beginWriting(this.#db, { path: this.#path, lockTimeoutMs: this.#lockTimeoutMs });
      return commitOrRollBack(this.#db, () => this.#applyInTransaction(options));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close(true);
  }

  #applyInTransaction(options: ImportOptions): ImportResult {
    const statement = prepareNewestForWriting(this.#db);
    const newest = retryWhileBusy(this.#lockTimeoutMs, () => readNewest(statement));
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    const staged = { ...options, staged: STAGED, ...facts, newest };
    return runWork(this.#db, applyImport(staged));
  }
}

// The columns of ledger/staged.ts.
const CREATE_STAGED = `
  CREATE TEMP TABLE staged (
    pet_id INTEGER PRIMARY KEY, line INTEGER, quantity INTEGER, delta INTEGER, status TEXT, if_match TEXT,
    must_exist INTEGER, removes INTEGER
  ) STRICT`;

function columnsOf({ petId, line, quantity, status, ifMatch, exists, remove }: StagedRow) {
  const amount =
    typeof quantity === "object" ? ([null, quantity.by] as const) : ([quantity ?? null, null] as const);
  const conditions = [ifMatch ?? null, exists === undefined ? null : Number(exists)] as const;
  return [petId, line, ...amount, status ?? null, ...conditions, Number(remove ?? false)] as const;
}
