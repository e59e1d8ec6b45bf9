// A copy of another database on its way into this one, which must be empty: one transaction from the first row to the
// last, with the write lock.

import type { Database } from "bun:sqlite";
import { type CopyStage, NotEmptyError, type OnRowBatch, type RowBatch } from "../inventory/copy.ts";
import type { Verification } from "../inventory/verification.ts";
import { translateErrors } from "./errors.ts";
import { prepareNewestForWriting, readNewest } from "./newest-commit.ts";
import { openForWriting, orClose } from "./file/open.ts";
import { seal } from "./seal.ts";
import { readTables, writePortion } from "./tables.ts";
import { beginWriting } from "./file/transaction.ts";
import type { WriterOptions } from "./writer.ts";

export class SqliteCopyStage implements CopyStage {
  readonly #path: string;
  readonly #db: Database;

  /** Throws NotEmptyError; `retired` where what was there has moved. */
  constructor({ path, lockTimeoutMs }: Omit<WriterOptions, "create">) {
    this.#path = path;
    this.#db = openForWriting(path, { create: false });
    const begin = () => {
      beginWriting(this.#db, { path, lockTimeoutMs });
      refuseWhatIsThere(this.#db);
      // The source brings its own first mark along.
      this.#db.run("DELETE FROM commit_mark");
    };
    orClose(this.#db, () => translateErrors(path, begin));
  }

  async add(portion: RowBatch): Promise<void> {
    translateErrors(this.#path, () => writePortion(this.#db, portion));
  }

  readBack(onPortion: OnRowBatch): Promise<void> {
    return readTables(this.#db, this.#path, onPortion);
  }

  async commit(): Promise<Verification> {
    return translateErrors(this.#path, () => seal(this.#db));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Closing rolls back what was not committed.
    this.#db.close(true);
  }
}

function refuseWhatIsThere(db: Database): void {
  const { revision } = readNewest(prepareNewestForWriting(db));
  const keys = Number(db.query("SELECT count(*) FROM api_key").values()[0]?.[0]);
  if (revision > 0 || keys > 0) throw new NotEmptyError({ revision, keys });
}
