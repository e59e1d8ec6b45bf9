// Changes of labels, on the writer's thread: rows are staged in a temporary table, which locks nothing; then they are applied
// in one transaction (ledger/labels.ts). Each stage has a connection of its own.

import type { Database } from "bun:sqlite";
import type { DuplicateLabel, LabelChangeOptions, LabelChangeResult } from "../inventory/label-store.ts";
import type { LabelRow } from "../inventory/label.ts";
import { applyLabels, stagedLabelOf } from "../ledger/labels.ts";
import { names } from "../ledger/sql.ts";
import { translateErrors } from "./errors.ts";
import { commitOrRollBack } from "./file/lock.ts";
import { TaskConnection, type TaskOptions } from "./file/task-connection.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { runWork } from "./run-work.ts";

const STAGED = names("temp.staged_label");
const STAGED_TABLE = `
  CREATE TEMP TABLE staged_label (
    pet_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, code TEXT, low INTEGER, line INTEGER, given INTEGER
  ) STRICT`;
const TEMPORARY_FILE = "the labels' temporary file (SQLITE_TMPDIR names its folder)";

/** By number, since only numbers pass between threads. Each method blocks its thread, and throws a StoreError. */
export class LabelStages {
  readonly #options: TaskOptions;
  readonly #open = new Map<number, TaskConnection>();
  #lastNumber = 0;

  constructor(options: TaskOptions) {
    this.#options = options;
  }

  open(): number {
    using owned = new DisposableStack();
    const connection = owned.use(new TaskConnection(this.#options));
    translateErrors(TEMPORARY_FILE, () => connection.db.run(STAGED_TABLE));
    owned.move();
    this.#lastNumber += 1;
    this.#open.set(this.#lastNumber, connection);
    return this.#lastNumber;
  }

  add(stage: number, rows: readonly LabelRow[]): readonly DuplicateLabel[] {
    const { db } = this.#get(stage);
    return translateErrors(TEMPORARY_FILE, () => {
      db.run("BEGIN");
      return commitOrRollBack(db, () => stageRows(db, rows));
    });
  }

  apply(stage: number, options: LabelChangeOptions): LabelChangeResult {
    const connection = this.#get(stage);
    const { db } = connection;
    const work = () => {
      // Throws where the inventory has moved.
      readNewest(prepareNewestForWriting(db));
      return runWork(db, applyLabels({ ...options, staged: STAGED }));
    };
    return options.dryRun ? connection.read(work) : connection.write(work);
  }

  close(stage: number): void {
    this.#open.get(stage)?.[Symbol.dispose]();
    this.#open.delete(stage);
  }

  closeAll(): void {
    for (const stage of this.#open.keys()) this.close(stage);
  }

  #get(stage: number): TaskConnection {
    const connection = this.#open.get(stage);
    if (connection === undefined) throw new Error(`the stage ${stage} was closed`);
    return connection;
  }
}

/** Gives the rows that repeat a pet. */
function stageRows(db: Database, rows: readonly LabelRow[]): DuplicateLabel[] {
  const put = db.query("INSERT INTO temp.staged_label VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
  const firstLine = db.query("SELECT line FROM temp.staged_label WHERE pet_id = ?");
  const duplicates: DuplicateLabel[] = [];
  for (const row of rows) {
    const { petId, name, kind, code, low, line, given } = stagedLabelOf(row);
    if (put.run(petId, name, kind, code, low, line, given).changes > 0) continue;
    duplicates.push({ row, firstLine: Number(firstLine.values(petId)[0]?.[0]) });
  }
  return duplicates;
}
