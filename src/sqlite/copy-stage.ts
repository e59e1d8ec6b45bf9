// A copy of another database into this one, which must be empty: one transaction, with the write lock, from the first row
// to the last.

import type { Database } from "bun:sqlite";
import type { CopyStage, OnRowBatch, RowBatch } from "../inventory/copy.ts";
import type { Verification } from "../inventory/maintenance.ts";
import { adoptHistory, prepareTarget, readTables } from "../ledger/copy.ts";
import type { Value } from "../ledger/sql.ts";
import { translateErrors } from "./errors.ts";
import { commit } from "./file/lock.ts";
import { openForWriting, closeOnError } from "./file/open.ts";
import { beginWriting } from "./file/transaction.ts";
import { prepareNewest, prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { runWork } from "./run-work.ts";
import { verifyDatabase } from "./verify.ts";
import type { WriterOptions } from "./writer.ts";

export class SqliteCopyStage implements CopyStage {
  readonly #path: string;
  readonly #db: Database;

  /** Throws NotEmptyError; `retired` where the inventory has moved away. */
  constructor({ path, lockTimeoutMs }: Omit<WriterOptions, "create">) {
    this.#path = path;
    this.#db = openForWriting(path, { create: false });
    const begin = () => {
      beginWriting(this.#db, { path, lockTimeoutMs });
      runWork(this.#db, prepareTarget(readNewest(prepareNewestForWriting(this.#db))));
    };
    closeOnError(this.#db, () => translateErrors(path, begin));
  }

  async add(batch: RowBatch): Promise<void> {
    translateErrors(this.#path, () => writeBatch(this.#db, batch));
  }

  readBack(onBatch: OnRowBatch): Promise<void> {
    return readTables((work) => translateErrors(this.#path, () => runWork(this.#db, work)), onBatch);
  }

  async commit(): Promise<Verification> {
    return translateErrors(this.#path, () => {
      runWork(this.#db, adoptHistory());
      const verification = verifyDatabase(this.#db, readNewest(prepareNewest(this.#db)));
      if (verification.problems.length === 0) commit(this.#db);
      return verification;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Rolls back what was not committed.
    this.#db.close(true);
  }
}

function writeBatch(db: Database, { table: { name, columns }, rows }: RowBatch): void {
  const placeholders = columns.map(() => "?").join(", ");
  const insert = db.query(`INSERT INTO ${name} (${columns.join(", ")}) VALUES (${placeholders})`);
  for (const row of rows) insert.run(...columns.map((column) => row[column] as Value));
}
