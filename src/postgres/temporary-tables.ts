// The temporary tables of one import or undo, in a session of its own. Filling them locks nothing.

import { makeNonce } from "../inventory/nonce.ts";
import { execute, names, type Query, sql } from "../ledger/sql.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { Session } from "./session.ts";

/** Its tables are created when they are needed. */
export class TemporaryTables implements AsyncDisposable {
  readonly session: Session;
  /** Part of their names: behind a pooler the session of another transaction may have a table of a fixed name. */
  readonly #nonce = makeNonce();
  readonly stagedName = `staged_${this.#nonce}`;
  /** Of the rows of an import. */
  readonly staged: Query = names(this.stagedName);
  /** Of a difference that is computed before the lock is taken. */
  readonly difference: Query = names(`difference_${this.#nonce}`);

  private constructor(session: Session) {
    this.session = session;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary): Promise<TemporaryTables> {
    return new TemporaryTables(await Session.open(primary));
  }

  /** The tables end with their session, if not before. */
  async [Symbol.asyncDispose](): Promise<void> {
    await using session = this.session;
    const dropped = sql`DROP TABLE IF EXISTS ${this.staged}, ${this.difference}`;
    await session.cleanUp(() => runWork(session.sql, execute(dropped)));
  }
}
