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
import {
  applyImport,
  changesLabels,
  checkPlan,
  type ComparedRows,
  compareRows,
  type StagedImport,
} from "../ledger/import.ts";
import { names } from "../ledger/sql.ts";
import { labelValuesOf, type Staged } from "../ledger/staged.ts";
import { retryWhileBusy } from "./file/lock.ts";
import { closeOnError } from "./file/open.ts";
import { TaskConnection } from "./file/task-connection.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { upsertRows } from "./put-rows.ts";
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

/** Of the rows with a label; see `Staged.labels`. */
const LABEL_FORM: StageForm<StagedRow> = {
  name: "staged_label",
  owner: "the import's",
  columns: [
    "pet_id INTEGER PRIMARY KEY",
    "line INTEGER",
    "name TEXT",
    "kind TEXT",
    "code TEXT",
    "low INTEGER",
    "given INTEGER",
    "if_name TEXT",
    "if_kind TEXT",
    "if_code TEXT",
    "if_low INTEGER",
    "if_given INTEGER",
  ],
  valuesOf: (row) => [row.petId, row.line, ...labelValuesOf(row)],
};

export class SqliteImportStage implements ImportStage {
  readonly #lockTimeoutMs: number;
  readonly #recordsMax: number;
  readonly #connection: TaskConnection;
  readonly #stage: StageTable<StagedRow>;
  /** Made for the first row with a label. */
  #labels: StageTable<StagedRow> | undefined;
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
    const repeated = new Set(duplicates.map(({ row }) => row));
    const labelled = rows.filter((row) => hasLabel(row) && !repeated.has(row));
    if (labelled.length > 0) this.#addLabels(labelled);
    return duplicates;
  }

  #addLabels(rows: readonly StagedRow[]): void {
    this.#labels ??= new StageTable(this.#connection.db, LABEL_FORM);
    this.#labels.add(rows);
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
      return this.#applyInTransaction({ ...options, ...compared });
    });
  }

  #checkPlan(options: ImportOptions, planAt: Position): Position | PlanChanged {
    return runWork(this.#connection.db, checkPlan(this.#withRows(options), planAt));
  }

  #compare(options: ImportOptions): { readonly compared?: ComparedRows } {
    const wanted = { ...options, staged: this.#tables };
    if (!changesLabels(wanted)) return {};
    const table = names("temp.compared");
    return this.#connection.read(() => {
      const at = this.#readNewest();
      runWork(this.#connection.db, compareRows(wanted, table));
      return { compared: { table, at } };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]();
  }

  get #tables(): Staged {
    return { rows: this.#stage.query, labels: this.#labels?.query };
  }

  #readNewest(): Position {
    const statement = prepareNewestForWriting(this.#connection.db);
    return retryWhileBusy(this.#lockTimeoutMs, () => readNewest(statement));
  }

  #applyInTransaction(options: ImportOptions & { readonly compared?: ComparedRows }): ImportResult {
    const staged = this.#withRows(options);
    return runWork(this.#connection.db, applyImport({ ...staged, putRows: upsertRows }));
  }

  #withRows<Options extends ImportOptions>(options: Options): Options & StagedImport {
    const facts = { count: this.#count, isConditional: this.#isConditional, recordsMax: this.#recordsMax };
    return { ...options, staged: this.#tables, ...facts, newest: this.#readNewest() };
  }
}

function columnsOf({ petId, line, quantity, status, ifMatch, exists, remove }: StagedRow) {
  const amount =
    typeof quantity === "object" ? ([null, quantity.by] as const) : ([quantity ?? null, null] as const);
  const conditions = [ifMatch ?? null, exists === undefined ? null : Number(exists)] as const;
  return [petId, line, ...amount, status ?? null, ...conditions, Number(remove ?? false)] as const;
}
