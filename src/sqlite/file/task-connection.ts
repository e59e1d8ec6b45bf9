// A connection for one task outside the writer's thread, closed at its end.

import type { Database } from "bun:sqlite";
import { TEMPORARY_FILE, translateErrors, translateFull } from "../errors.ts";
import { commitOrRollBack } from "./lock.ts";
import { openForWriting, closeOnError } from "./open.ts";
import { beginWriting } from "./transaction.ts";

/** Temporary tables are written and read in order: larger pages take a tenth less time than the database's of 4 KiB. */
const TEMPORARY_PAGE_BYTES = 16_384;
/** As much as pages of 4 KiB take by default: a larger one gains nothing. */
const TEMPORARY_CACHE_KIB = 2_000;

export interface TaskOptions {
  readonly path: string;
  /** How long to wait for another process's transaction, ms. */
  readonly lockTimeoutMs: number;
  /** How many results of `Idempotency-Key`s are kept for one API key. */
  readonly recordsMax?: number;
}

/** With temporary tables in a file, so that large work is limited by the disk, not by memory. */
export class TaskConnection implements Disposable {
  readonly db: Database;
  readonly #options: TaskOptions;

  constructor(options: TaskOptions) {
    this.#options = options;
    this.db = openForWriting(options.path, { create: false });
    closeOnError(this.db, () => {
      this.db.run("PRAGMA temp_store = FILE");
      this.db.run(`PRAGMA temp.page_size = ${TEMPORARY_PAGE_BYTES}`);
      this.db.run(`PRAGMA temp.cache_size = -${TEMPORARY_CACHE_KIB}`);
    });
  }

  /** One transaction with the write lock. Blocks this thread. */
  write<T>(work: () => T): T {
    return translateErrors(this.#options.path, () => {
      beginWriting(this.db, this.#options);
      return commitOrRollBack(this.db, work);
    });
  }

  /** One read transaction, and so one snapshot. It may fill temporary tables, and nothing else: only their disk can be full. */
  read<T>(work: () => T): T {
    return translateErrors(this.#options.path, () => {
      this.db.run("BEGIN");
      return translateFull(TEMPORARY_FILE, () => commitOrRollBack(this.db, work));
    });
  }

  [Symbol.dispose](): void {
    this.db.close(true);
  }
}
