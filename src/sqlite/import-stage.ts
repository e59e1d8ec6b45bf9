// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

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
import { retryWhileBusy } from "./file/lock.ts";
import { closeOnError } from "./file/open.ts";
import { TaskConnection } from "./file/task-connection.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { replaceStock } from "./put-stock.ts";
import { runWork } from "./run-work.ts";
import { type StageForm, StageTable } from "./stage-table.ts";
import type { WriterOptions } from "./writer.ts";

/** The columns of ledger/staged.ts. */
const FORM: StageForm<StagedRow> = {
  name: "staged",
  owner: "the import's",
  columns: [
    "pet_id INTEGER PRIMARY KEY",
    "line INTEGER",
    "quantity INTEGER",
    "delta INTEGER",
    "status TEXT",
    "if_match TEXT",
    "must_exist INTEGER",
    "removes INTEGER",
  ],
  valuesOf: columnsOf,
};

export class SqliteImportStage implements ImportStage {
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  readonly #connection: TaskConnection;
  readonly #stage: StageTable<StagedRow>;
  #count = 0;
  #isConditional = false;

  constructor({ path, lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: Omit<WriterOptions, "create">) {
    this.#recordsMax = recordsMax;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#connection = new TaskConnection({ path, lockTimeoutMs });
    const { db } = this.#connection;
    this.#stage = closeOnError(db, () => new StageTable(db, FORM));
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const duplicates = this.#stage.add(rows);
    this.#count += rows.length - duplicates.length;
    this.#isConditional ||= rows.some(isConditional);
    return duplicates;
  }

  async apply(options: ImportOptions): Promise<ImportResult> {
    const work = () => this.#applyInTransaction(options);
    return options.dryRun ? this.#connection.read(work) : this.#connection.write(work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]();
  }

  #applyInTransaction(options: ImportOptions): ImportResult {
    const { db } = this.#connection;
    const statement = prepareNewestForWriting(db);
    const newest = retryWhileBusy(this.#lockTimeoutMs, () => readNewest(statement));
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    const staged = { ...options, staged: this.#stage.query, ...facts, newest };
    return runWork(db, applyImport({ ...staged, putStock: replaceStock }));
  }
}

function columnsOf({ petId, line, quantity, status, ifMatch, exists, remove }: StagedRow) {
  const amount =
    typeof quantity === "object" ? ([null, quantity.by] as const) : ([quantity ?? null, null] as const);
  const conditions = [ifMatch ?? null, exists === undefined ? null : Number(exists)] as const;
  return [petId, line, ...amount, status ?? null, ...conditions, Number(remove ?? false)] as const;
}
