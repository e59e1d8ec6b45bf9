// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import type { Database } from "bun:sqlite";
import type {
  DuplicateRow,
  ImportOptions,
  ImportResult,
  ImportRow,
  ImportStage,
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
  readonly #db: Database;

  constructor({ path, lockTimeoutMs }: Omit<WriterOptions, "create">) {
    this.#path = path;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#db = openForWriting(path, { create: false });
    const begin = () => {
      // Temporary tables in a file, so that a large import is limited by the disk, not by memory.
      this.#db.run("PRAGMA temp_store = FILE");
      this.#db.run(
        "CREATE TEMP TABLE staged (pet_id INTEGER PRIMARY KEY, quantity INTEGER, status TEXT, line INTEGER) STRICT",
      );
    };
    closeOnError(this.#db, () => translateErrors(TEMPORARY_FILE, begin));
  }

  async add(rows: readonly ImportRow[]): Promise<readonly DuplicateRow[]> {
    return translateErrors(TEMPORARY_FILE, () => {
      const put = this.#db.query("INSERT INTO temp.staged VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
      const firstLine = this.#db.query("SELECT line FROM temp.staged WHERE pet_id = ?");
      const duplicates: DuplicateRow[] = [];
      this.#db.run("BEGIN");
      return commitOrRollBack(this.#db, () => {
        for (const row of rows) {
          if (put.run(row.petId, row.quantity, row.status ?? null, row.line).changes > 0) continue;
          duplicates.push({ row, firstLine: Number(firstLine.values(row.petId)[0]?.[0]) });
        }
        return duplicates;
      });
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
    return runWork(this.#db, applyImport({ ...options, staged: STAGED, newest }));
  }
}
