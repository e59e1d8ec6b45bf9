// Writes the commits of the writer, each with the totals of the stock after it.

import type { Database, Statement } from "bun:sqlite";
import type { LedgerEntry } from "../inventory/movement.ts";
import type { Position } from "../inventory/position.ts";
import { addTotals, totalsChange } from "../inventory/running-totals.ts";
import { readCommit, type StoredCommit } from "../ledger/commits.ts";
import { runWork } from "./run-work.ts";

interface NewCommit extends Position {
  /** The newest commit, read under the write lock. */
  readonly newest: Position;
  readonly movements: readonly LedgerEntry[];
  /** ms since 1970. */
  readonly at: number;
}

export class CommitMarks {
  readonly #db: Database;
  readonly #put: Statement;
  /** The commit that was written last, perhaps rolled back: no other has its nonce. Reading it again would cost each group. */
  #last: (StoredCommit & { readonly nonce: string }) | undefined;

  constructor(db: Database) {
    this.#db = db;
    this.#put = db.prepare(PUT);
  }

  /** In the transaction of the caller. */
  append({ newest, revision, nonce, movements, at }: NewCommit): void {
    const before = this.#last?.nonce === newest.nonce ? this.#last : this.#read(newest);
    const totals = addTotals(before.totals, totalsChange(movements));
    const markedAt = Math.max(at, before.at);
    this.#last = { nonce, totals, at: markedAt };
    const { quantity, inStock, available, pending, sold, totalIn, totalOut } = totals;
    const stock = [quantity, inStock, available, pending, sold] as const;
    this.#put.run(revision, nonce, markedAt, ...stock, totalIn, totalOut, movements.length);
  }

  #read({ revision }: Position): StoredCommit {
    return runWork(this.#db, readCommit(revision));
  }
}

const PUT = `
  INSERT INTO commit_mark
    (revision, nonce, at, quantity, in_stock, available, pending, sold, total_in, total_out, movements)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
