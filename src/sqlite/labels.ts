// Labels in SQLite: read on the reader's connection, all of them from a snapshot of their own.

import type { Database } from "bun:sqlite";
import type { Awaitable } from "../inventory/awaitable.ts";
import type { LabelledEntry, LabelPageOptions, LabelStore } from "../inventory/label-store.ts";
import type { Label } from "../inventory/label.ts";
import type { Position } from "../inventory/position.ts";
import {
  readAllLabels,
  readEntriesByCode,
  readLabel,
  readLabelPage,
  readLabelPosition,
  readLabelsOf,
} from "../ledger/labels.ts";
import type { Work } from "../ledger/sql.ts";
import { translateErrors } from "./errors.ts";
import { openForReading } from "./file/open.ts";
import { runWork } from "./run-work.ts";

interface SqliteLabelsOptions {
  readonly path: string;
  /** The reader's connection. */
  readonly db: Database;
  /** Throws where the store was closed. */
  readonly ensureOpen: () => void;
}

export class SqliteLabels implements LabelStore {
  readonly #path: string;
  readonly #db: Database;
  readonly #ensureOpen: () => void;

  constructor({ path, db, ensureOpen }: SqliteLabelsOptions) {
    this.#path = path;
    this.#db = db;
    this.#ensureOpen = ensureOpen;
  }

  async position(): Promise<Position> {
    return this.#read(readLabelPosition());
  }

  async get(petId: bigint): Promise<Label | undefined> {
    return this.#read(readLabel(petId));
  }

  async of(petIds: readonly bigint[]): Promise<readonly Label[]> {
    return this.#read(readLabelsOf(petIds));
  }

  async entriesByCode(code: string, options: LabelPageOptions): Promise<readonly LabelledEntry[]> {
    return this.#read(readEntriesByCode(code, options));
  }

  async page(options: LabelPageOptions): Promise<readonly Label[]> {
    return this.#read(readLabelPage(options));
  }

  async readAll(onPage: (labels: readonly Label[]) => Awaitable<void>): Promise<Position> {
    this.#ensureOpen();
    const path = this.#path;
    const db = openForReading(path);
    try {
      translateErrors(path, () => db.run("BEGIN"));
      return await readAllLabels((work) => translateErrors(path, () => runWork(db, work)), onPage);
    } finally {
      // `true` ends the prepared statements, too, and with them the snapshot.
      db.close(true);
    }
  }

  #read<T>(work: Work<T>): T {
    this.#ensureOpen();
    return translateErrors(this.#path, () => runWork(this.#db, work));
  }
}
