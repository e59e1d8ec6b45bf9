// A copy of another database on its way into this one, which must be empty: one transaction from the first row to the
// last, with the write lock.

import type { Database } from "bun:sqlite";
import { type CopyStage, NotEmptyError, type OnRowBatch, type RowBatch } from "../inventory/copy.ts";
import type { Verification } from "../inventory/verification.ts";
import { translated } from "./errors.ts";
import { prepareHeadForWriting, readHead } from "./head.ts";
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
    orClose(this.#db, () => translated(path, begin));
  }

  async add(portion: RowBatch): Promise<void> {
    translated(this.#path, () => writePortion(this.#db, portion));
  }

  readBack(onPortion: OnRowBatch): Promise<void> {
    return readTables(this.#db, this.#path, onPortion);
  }

  async commit(): Promise<Verification> {
    return translated(this.#path, () => seal(this.#db));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Closing rolls back what was not committed.
    this.#db.close(true);
  }
}

function refuseWhatIsThere(db: Database): void {
  const { revision } = readHead(prepareHeadForWriting(db));
  const keys = Number(db.query("SELECT count(*) FROM api_key").values()[0]?.[0]);
  if (revision > 0 || keys > 0) throw new NotEmptyError({ revision, keys });
}
