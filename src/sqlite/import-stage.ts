// An import: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/import.ts).

import { IDEMPOTENCY_RECORDS_MAX } from "../inventory/idempotency.ts";
import {
  type DuplicateRow,
  type ImportOptions,
  type ImportResult,
  type ImportStage,
  hasLabel,
  isConditional,
  type PlanChanged,
  type StagedRow,
} from "../inventory/import.ts";
import type { Position } from "../inventory/position.ts";
import { applyImport, checkPlan, type StagedImport } from "../ledger/import.ts";
import { changesLabels, type ComparedRows, compareRows } from "../ledger/import-difference.ts";
import { names } from "../ledger/sql.ts";
import { temporaryTable } from "../ledger/stored-difference.ts";
import type { Staged } from "../ledger/staged.ts";
import { retryWhileBusy } from "./file/lock.ts";
import { closeOnError } from "./file/open.ts";
import { TaskConnection } from "./file/task-connection.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { upsertRows } from "./put-rows.ts";
import { runWork } from "./run-work.ts";
import { StageTable } from "./stage-table.ts";
import type { WriterOptions } from "./writer.ts";

const COMPARED = temporaryTable(names("temp.compared"));

export class SqliteImportStage implements ImportStage {
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  readonly #connection: TaskConnection;
  readonly #stage: StageTable;
  #count = 0;
  #isConditional = false;
  #hasLabels = false;

  constructor({ path, lockTimeoutMs, recordsMax = IDEMPOTENCY_RECORDS_MAX }: Omit<WriterOptions, "create">) {
    this.#recordsMax = recordsMax;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#connection = new TaskConnection({ path, lockTimeoutMs });
    const { db } = this.#connection;
    this.#stage = closeOnError(db, () => new StageTable(db));
  }

  async add(rows: readonly StagedRow[]): Promise<readonly DuplicateRow[]> {
    const duplicates = this.#stage.add(rows);
    this.#count += rows.length - duplicates.length;
    this.#isConditional ||= rows.some(isConditional);
    this.#hasLabels ||= rows.some(hasLabel);
    return duplicates;
  }

  async apply(options: ImportOptions): Promise<ImportResult> {
    if (options.dryRun) return this.#connection.read(() => this.#applyInTransaction(options));
    const { planAt } = options;
    if (planAt === undefined) return this.#change(options);
    const checked = this.#connection.read(() => this.#checkPlan(options, planAt));
    return "kind" in checked ? checked : this.#change(options, checked);
  }

  #change(options: ImportOptions, planAt?: Position): ImportResult {
    const compared = this.#compare(options);
    return this.#connection.write(() => {
      const checked = planAt && this.#checkPlan(options, planAt);
      if (checked !== undefined && "kind" in checked) return checked;
      return this.#applyInTransaction(options, compared);
    });
  }

  #checkPlan(options: ImportOptions, planAt: Position): Position | PlanChanged {
    return runWork(this.#connection.db, checkPlan(this.#withRows(options), planAt));
  }

  #compare(options: ImportOptions): ComparedRows | undefined {
    if (!changesLabels({ ...options, staged: this.#tables })) return undefined;
    return this.#connection.read(() => {
      const imported = this.#withRows(options);
      return runWork(this.#connection.db, compareRows(imported, COMPARED, imported.newest));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]();
  }

  get #tables(): Staged {
    return { rows: this.#stage.query, hasLabels: this.#hasLabels };
  }

  #readNewest(): Position {
    const statement = prepareNewestForWriting(this.#connection.db);
    return retryWhileBusy(this.#lockTimeoutMs, () => readNewest(statement));
  }

  #applyInTransaction(options: ImportOptions, compared?: ComparedRows): ImportResult {
    const imported = { ...this.#withRows(options), compared, putRows: upsertRows };
    return runWork(this.#connection.db, applyImport(imported));
  }

  #withRows<Options extends ImportOptions>(options: Options): Options & StagedImport {
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    return { ...options, staged: this.#tables, ...facts, newest: this.#readNewest() };
  }
}
