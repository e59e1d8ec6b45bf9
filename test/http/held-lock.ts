// The database's write lock, held by another process's transaction as far as the service can tell.

import { Database } from "bun:sqlite";
import type { TestService } from "../support/service.ts";

/** Every write waits until this lock is released. */
export class HeldLock implements Disposable {
  readonly #db: Database;

  constructor({ databasePath }: TestService) {
    this.#db = new Database(databasePath, { readwrite: true, create: false });
    this.#db.run("PRAGMA busy_timeout = 5000");
    this.#db.run("BEGIN IMMEDIATE");
  }

  release(): void {
    if (this.#db.inTransaction) this.#db.run("ROLLBACK");
  }

  [Symbol.dispose](): void {
    this.release();
    this.#db.close();
  }
}
