// Temporary tables for the rows of one import, in a session of its own. Filling them locks nothing.

import type { ReservedSQL, SQL } from "bun";
import { makeNonce } from "../inventory/nonce.ts";
import type { Primary } from "./primary.ts";
import { Session } from "./session.ts";

/** `table`: the name, as part of a statement. */
type CreateTable = (sql: ReservedSQL, table: SQL.Query<unknown>) => Promise<unknown>;

export class StagedTable implements AsyncDisposable {
  readonly session: Session;
  /** Has a random part: behind a pooler the session of another transaction may have a table of a fixed name. */
  readonly name: string;

  private constructor(session: Session, name: string) {
    this.session = session;
    this.name = name;
  }

  /** Throws a StoreError. */
  static async open(primary: Primary, prefix: string, create: CreateTable): Promise<StagedTable> {
    await using owned = new AsyncDisposableStack();
    const table = owned.use(new StagedTable(await Session.open(primary), `${prefix}_${makeNonce()}`));
    const { session, name } = table;
    await session.ask(() => session.withDeadline(create(session.sql, session.sql(name))));
    owned.move();
    return table;
  }

  /** The table of labels, created when it is needed. */
  get otherName(): string {
    return `${this.name}_label`;
  }

  /** The table of what the rows change, created when it is needed. */
  get comparedName(): string {
    return `${this.name}_compared`;
  }

  /** The tables end with their session, if not before. */
  async [Symbol.asyncDispose](): Promise<void> {
    await using session = this.session;
    const { sql } = session;
    const all = [this.name, this.otherName, this.comparedName].map((name) => sql(name));
    await session.cleanUp(() => sql`DROP TABLE IF EXISTS ${all[0]}, ${all[1]}, ${all[2]}`);
  }
}
