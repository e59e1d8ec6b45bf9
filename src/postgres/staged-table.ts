// The temporary tables of one import, in a session of its own. Filling them locks nothing.

import { makeNonce } from "../inventory/nonce.ts";
import { execute, names, type Query, sql } from "../ledger/sql.ts";
import { STAGE_COLUMNS } from "../ledger/stage-columns.ts";
import type { Primary } from "./primary.ts";
import { runWork } from "./run-work.ts";
import { Session } from "./session.ts";

export class StagedTable implements AsyncDisposable {
  readonly session: Session;
  /** Has a random part: behind a pooler the session of another transaction may have a table of a fixed name. */
  readonly name = `staged_${makeNonce()}`;
  readonly query: Query = names(this.name);
  /** The table of what the rows change, created when it is needed. */
  readonly compared: Query = names(`${this.name}_compared`);

  private constructor(session: Session) {
    this.session = session;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary): Promise<StagedTable> {
    await using owned = new AsyncDisposableStack();
    const table = owned.use(new StagedTable(await Session.open(primary)));
    const { session } = table;
    await session.ask(() => session.withDeadline(table.#create()));
    owned.move();
    return table;
  }

  /** Without a primary key: most files are in the order of their pets and repeat none (import-stage.ts). */
  #create(): Promise<unknown> {
    const columns = Object.entries(STAGE_COLUMNS).map(([name, type]) => `${name} ${type}`);
    return this.session.sql.unsafe(`CREATE TEMP TABLE ${this.name} (${columns.join(", ")})`);
  }

  /** The tables end with their session, if not before. */
  async [Symbol.asyncDispose](): Promise<void> {
    await using session = this.session;
    const dropped = sql`DROP TABLE IF EXISTS ${this.query}, ${this.compared}`;
    await session.cleanUp(() => runWork(session.sql, execute(dropped)));
  }
}
