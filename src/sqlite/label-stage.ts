// A change of labels: rows are staged in a temporary table, which locks nothing; then they are applied in one transaction
// (ledger/labels.ts).

import type {
  DuplicateLabel,
  LabelChangeOptions,
  LabelChangeResult,
  LabelStage,
} from "../inventory/label-store.ts";
import type { LabelRow } from "../inventory/label.ts";
import { applyLabels, stagedLabelOf } from "../ledger/labels.ts";
import { names } from "../ledger/sql.ts";
import { translateErrors } from "./errors.ts";
import { commitOrRollBack } from "./file/lock.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { runWork } from "./run-work.ts";

const STAGED = names("temp.staged_label");
const TEMPORARY_FILE = "the labels' temporary file (SQLITE_TMPDIR names its folder)";

/** Blocks this thread. */
export class SqliteLabelStage implements LabelStage {
  readonly #connection: TaskConnection;

  /** Throws a StoreError. */
  constructor(options: TaskOptions) {
    using owned = new DisposableStack();
    this.#connection = owned.use(new TaskConnection(options));
    translateErrors(TEMPORARY_FILE, () => this.#connection.db.run(STAGED_TABLE));
    owned.move();
  }

  async add(rows: readonly LabelRow[]): Promise<readonly DuplicateLabel[]> {
    const { db } = this.#connection;
    return translateErrors(TEMPORARY_FILE, () => {
      const put = db.query(
        "INSERT INTO temp.staged_label VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      );
      const firstLine = db.query("SELECT line FROM temp.staged_label WHERE pet_id = ?");
      const duplicates: DuplicateLabel[] = [];
      db.run("BEGIN");
      return commitOrRollBack(db, () => {
        for (const row of rows) {
          const { petId, name, kind, code, low, line, given } = stagedLabelOf(row);
          if (put.run(petId, name, kind, code, low, line, given).changes > 0) continue;
          duplicates.push({ row, firstLine: Number(firstLine.values(petId)[0]?.[0]) });
        }
        return duplicates;
      });
    });
  }

  async apply(options: LabelChangeOptions): Promise<LabelChangeResult> {
    const { db } = this.#connection;
    const work = () => {
      // Throws where the inventory has moved.
      readNewest(prepareNewestForWriting(db));
      return runWork(db, applyLabels({ ...options, staged: STAGED }));
    };
    return options.dryRun ? this.#connection.read(work) : this.#connection.write(work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]();
  }
}

const STAGED_TABLE = `
  CREATE TEMP TABLE staged_label (
    pet_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, code TEXT, low INTEGER, line INTEGER, given INTEGER
  ) STRICT`;
