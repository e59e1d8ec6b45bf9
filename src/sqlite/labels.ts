// Labels in SQLite: read on the reader's connection, all of them from a snapshot of their own, changed through a stage.

import type { Database } from "bun:sqlite";
import type { Awaitable } from "../inventory/awaitable.ts";
import type { LabelPage, LabelPageOptions, LabelStage, LabelStore } from "../inventory/label-store.ts";
import type { Label } from "../inventory/label.ts";
import { readAllLabels, readLabel, readLabelCounter, readLabelPage } from "../ledger/labels.ts";
import type { Work } from "../ledger/sql.ts";
import { translateErrors } from "./errors.ts";
import { openForReading } from "./file/open.ts";
import type { TaskOptions } from "./file/task-connection.ts";
import { SqliteLabelStage } from "./label-stage.ts";
import { runWork } from "./run-work.ts";

export interface SqliteLabelsOptions {
  readonly task: TaskOptions;
  /** The reader's connection. */
  readonly db: Database;
  /** Throws where the store was closed. */
  readonly ensureOpen: () => void;
}

export class SqliteLabels implements LabelStore {
  readonly #task: TaskOptions;
  readonly #db: Database;
  readonly #ensureOpen: () => void;

  constructor({ task, db, ensureOpen }: SqliteLabelsOptions) {
    this.#task = task;
    this.#db = db;
    this.#ensureOpen = ensureOpen;
  }

  async counter(): Promise<number> {
    return this.#read(readLabelCounter());
  }

  async get(petId: bigint): Promise<Label | undefined> {
    return this.#read(readLabel(petId));
  }

  async page(options: LabelPageOptions): Promise<LabelPage> {
    return this.#read(readLabelPage(options));
  }

  async readAll(onPage: (labels: readonly Label[]) => Awaitable<void>): Promise<number> {
    this.#ensureOpen();
    const { path } = this.#task;
    const db = openForReading(path);
    try {
      translateErrors(path, () => db.run("BEGIN"));
      return await readAllLabels((work) => translateErrors(path, () => runWork(db, work)), onPage);
    } finally {
      // `true` ends the prepared statements, too, and with them the snapshot.
      db.close(true);
    }
  }

  async stage(): Promise<LabelStage> {
    this.#ensureOpen();
    return new SqliteLabelStage(this.#task);
  }

  #read<T>(work: Work<T>): T {
    this.#ensureOpen();
    return translateErrors(this.#task.path, () => runWork(this.#db, work));
  }
}
