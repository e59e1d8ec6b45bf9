// Databases with petstock's schema that one test after another uses: emptying a database takes a fraction of the time of
// making and dropping one.

import type { PostgresServer } from "./postgres-server.ts";
import { makeDatabase, type TestDatabase } from "./postgres-database.ts";

/** An empty database has 8 MB. One with many deleted rows is dropped: reading over them would slow the next test. */
const KEPT_BYTES_MAX = 12_000_000;

export class PostgresPool implements AsyncDisposable {
  readonly #template: TestDatabase;
  /** Gives a used database the rows of a new one. */
  readonly #emptying: string;
  readonly #free: TestDatabase[] = [];

  private constructor(template: TestDatabase, emptying: string) {
    this.#template = template;
    this.#emptying = emptying;
  }

  /** `migrate` gives the database at a URL its schema. It is the template of all others: copying is faster. */
  static async make(server: PostgresServer, migrate: (url: string) => Promise<void>): Promise<PostgresPool> {
    const template = await makeDatabase(server);
    await migrate(template.url);
    return new PostgresPool(template, await emptyingOf(template));
  }

  /** A database with the schema and no stock, whose nonce no other database has. */
  async take(): Promise<TestDatabase> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const made = await makeDatabase(this.#template.server, { template: this.#template.name });
    await made.run(this.#emptying);
    return made;
  }

  /** Returns a database to the pool, or drops it if its schema was changed; throws if connections were left open. */
  async give(database: TestDatabase, { isSpoiled }: { isSpoiled: boolean }): Promise<void> {
    let isReusable = false;
    try {
      await database.expectNoConnections();
      isReusable = !isSpoiled && (await this.#empty(database));
    } finally {
      if (isReusable) this.#free.push(database);
      else await database[Symbol.asyncDispose]();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const database of [...this.#free.splice(0), this.#template]) await database[Symbol.asyncDispose]();
  }

  /** Whether the database is small enough to be used again. */
  async #empty(database: TestDatabase): Promise<boolean> {
    const sizes = await database.run(
      `${this.#emptying}; SELECT pg_database_size(current_database()) AS bytes`,
    );
    const [size] = sizes.at(-1) as unknown as readonly { readonly bytes: bigint }[];
    return size !== undefined && size.bytes <= KEPT_BYTES_MAX;
  }
}

async function emptyingOf(template: TestDatabase): Promise<string> {
  const tables = await template.run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const statements: string[] = [];
  for (const { tablename } of tables) {
    // As text, so that every digit of an int64 is kept.
    const [kept] = await template.run(`SELECT json_agg(t)::text AS rows FROM ${tablename} t`);
    statements.push(`DELETE FROM ${tablename}`);
    const rows = kept?.["rows"];
    if (typeof rows !== "string") continue;
    const literal = `'${rows.replaceAll("'", "''")}'`;
    statements.push(
      `INSERT INTO ${tablename} SELECT * FROM json_populate_recordset(NULL::${tablename}, ${literal})`,
    );
  }
  // A database with the nonce of another one would have the same history.
  statements.push("UPDATE commit_mark SET nonce = substr(md5(random()::text), 1, 16)");
  return statements.join("; ");
}
