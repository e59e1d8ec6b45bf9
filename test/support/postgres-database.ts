// A database of a test's own on a real PostgreSQL, gone at its end, and one server for all tests that ask for no other.

import { PostgresServer, type Row } from "./postgres-server.ts";
import { until } from "./until.ts";

/** Closed connections take a moment to leave the server. */
const LEAVE_MS = 10_000;

let shared: Promise<PostgresServer> | undefined;
let made = 0;

/** Started when first asked for; it ends with the run. Durability is not its matter: it never waits for the disk. */
export function sharedServer(): Promise<PostgresServer> {
  shared ??= PostgresServer.start({ settings: { fsync: "off", max_connections: "200" } });
  return shared;
}

export class TestDatabase implements AsyncDisposable {
  readonly server: PostgresServer;
  readonly name: string;

  constructor(server: PostgresServer, name: string) {
    this.server = server;
    this.name = name;
  }

  get url(): string {
    return this.server.url(this.name);
  }

  run(statement: string): Promise<readonly Row[]> {
    return this.server.run(statement, this.name);
  }

  /** Another session's transaction, which has done `statement` and goes on until it is disposed of. */
  async transaction(statement: string): Promise<AsyncDisposable> {
    const sql = new Bun.SQL(this.url, { max: 1 });
    const session = await sql.reserve();
    await session.unsafe("BEGIN");
    await session.unsafe(statement);
    return {
      async [Symbol.asyncDispose]() {
        await session.unsafe("ROLLBACK");
        session.release();
        await sql.close();
      },
    };
  }

  /** Ends the sessions of the service: its next ones begin with the database's defaults, and the server, of now. */
  async endSessions(): Promise<void> {
    await this.run(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  }

  /** Drops the database; throws where connections to it were left open. */
  async [Symbol.asyncDispose](): Promise<void> {
    await until("the last connection to end", async () => (await this.#sessions()).length === 0, LEAVE_MS)
      // Told below, with what is known of them.
      .catch(() => {});
    const left = await this.#sessions();
    await this.server.run(`drop database ${this.name} with (force)`);
    if (left.length > 0) throw new Error(`connections to ${this.name} were left open: ${told(left)}`);
  }

  #sessions(): Promise<readonly Row[]> {
    return this.server.run(
      `select pid, application_name, state, query from pg_stat_activity
       where datname = '${this.name}' and backend_type = 'client backend'`,
    );
  }
}

function told(sessions: readonly Row[]): string {
  return sessions.map((session) => JSON.stringify(session)).join(", ");
}

/** An empty database, or a copy of `template`, to which nobody may be connected then. */
export async function makeDatabase(server: PostgresServer, template = "template0"): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++made}`;
  await server.run(`create database ${name} template ${template}`);
  return new TestDatabase(server, name);
}
