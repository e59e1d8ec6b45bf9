// A change of labels: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/labels.ts).

import type {
  DuplicateLabel,
  LabelChangeOptions,
  LabelChangeResult,
  LabelStage,
} from "../inventory/label-store.ts";
import type { LabelRow } from "../inventory/label.ts";
import { applyLabels, changesLabels, compareLabels, stagedLabelOf } from "../ledger/labels.ts";
import type { Work } from "../ledger/sql.ts";
import { closeOnError } from "./file/open.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { runWork } from "./run-work.ts";
import { type StageForm, StageTable } from "./stage-table.ts";

const FORM: StageForm<LabelRow> = {
  name: "staged_label",
  owner: "the labels'",
  columns: [
    "pet_id INTEGER PRIMARY KEY",
    "name TEXT",
    "kind TEXT",
    "code TEXT",
    "low INTEGER",
    "line INTEGER",
    "given INTEGER",
  ],
  valuesOf(row) {
    const { petId, name, kind, code, low, line, given } = stagedLabelOf(row);
    return [petId, name, kind, code, low, line, given];
  },
};

/** Each method blocks its thread, and throws a StoreError. */
export class SqliteLabelStage implements LabelStage {
  readonly #connection: TaskConnection;
  readonly #stage: StageTable<LabelRow>;

  constructor(options: TaskOptions) {
    this.#connection = new TaskConnection(options);
    const { db } = this.#connection;
    this.#stage = closeOnError(db, () => new StageTable(db, FORM));
  }

  async add(rows: readonly LabelRow[]): Promise<readonly DuplicateLabel[]> {
    return this.#stage.add(rows);
  }

  /** Compares the rows before it takes the write lock: that takes half of the time. */
  async apply(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const change = { ...options, staged: this.#stage.query };
    const compared = this.#connection.read(() => this.#run(compareLabels(change)));
    if (options.dryRun || !changesLabels(compared)) return compared;
    return this.#connection.write(() => this.#run(applyLabels(change, compared)));
  }

  /** Throws where the inventory has moved. */
  #run<T>(work: Work<T>): T {
    const { db } = this.#connection;
    readNewest(prepareNewestForWriting(db));
    return runWork(db, work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]();
  }
}
