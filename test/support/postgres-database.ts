// A database for one test on a PostgreSQL server, removed at its end; and a shared server for tests that need no server of their
// own.

import { PostgresServer, removePostgres, type Row, sharedAddress } from "./postgres-server.ts";
import { until } from "./until.ts";

/** Closed connections take a moment to leave the server, and so do sessions that are ended. */
const LEAVE_MS = 10_000;

let shared: Promise<PostgresServer> | undefined;
/** A connection to the shared server that is kept: authentication takes ten times as long as a statement. */
let administrator: Bun.SQL | undefined;
let made = 0;

/**
 * The test runner's server, else one that is started at the first call and ends with this process. It never waits for
 * the disk: tests of durability start a server of their own.
 */
export function sharedServer(): Promise<PostgresServer> {
  shared ??= findServer();
  return shared;
}

async function findServer(): Promise<PostgresServer> {
  const address = sharedAddress();
  return address === undefined ? startShared() : PostgresServer.attach(address);
}

export function startShared(): Promise<PostgresServer> {
  return PostgresServer.start({ settings: { fsync: "off", max_connections: "500" } });
}

/** Runs after the last test of a process, or of a file if files are isolated. */
export async function removeServers(): Promise<void> {
  shared = undefined;
  await administrator?.close();
  administrator = undefined;
  await removePostgres();
}

export interface DatabaseOptions {
  /** The database to copy, to which nothing may be connected; an empty one where absent. */
  readonly template?: string;
  /** How long connections may take to leave at the end. */
  readonly leaveMs?: number;
}

export class TestDatabase implements AsyncDisposable {
  readonly server: PostgresServer;
  readonly name: string;
  readonly #leaveMs: number;

  constructor(server: PostgresServer, name: string, leaveMs: number) {
    this.server = server;
    this.name = name;
    this.#leaveMs = leaveMs;
  }

  get url(): string {
    return this.server.url(this.name);
  }

  run(statement: string): Promise<readonly Row[]> {
    return this.server.run(statement, this.name);
  }

  /** Another session's transaction, which has run `statement` and stays open until it is disposed of. */
  async transaction(statement: string): Promise<AsyncDisposable> {
    const sql = this.server.connect(this.name);
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

  /** Ends the sessions of the service, and waits until they have: its next ones get the current defaults of database and server. */
  async endSessions(): Promise<void> {
    await this.run(`
      SELECT pg_terminate_backend(pid, ${LEAVE_MS}) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  }

  /** Waits until no client is connected; throws, naming the connections, where some were left open. */
  async expectNoConnections(): Promise<void> {
    let left: readonly Row[] = [];
    try {
      await until(
        "the last connection to end",
        async () => {
          left = await this.#sessions();
          return left.length === 0;
        },
        this.#leaveMs,
      );
    } catch (cause) {
      throw new Error(`connections to ${this.name} were left open: ${listed(left)}`, { cause });
    }
  }

  /** Drops the database; throws where connections to it were left open. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.expectNoConnections();
    } finally {
      await administer(this.server, `drop database ${this.name} with (force)`);
    }
  }

  #sessions(): Promise<readonly Row[]> {
    return administer(
      this.server,
      `select pid, application_name, state, query from pg_stat_activity
       where datname = '${this.name}' and backend_type = 'client backend'`,
    );
  }
}

function listed(sessions: readonly Row[]): string {
  return sessions.map((session) => JSON.stringify(session)).join(", ");
}

export async function makeDatabase(
  server: PostgresServer,
  { template = "template0", leaveMs = LEAVE_MS }: DatabaseOptions = {},
): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++made}`;
  await administer(server, `create database ${name} template ${template}`);
  return new TestDatabase(server, name, leaveMs);
}

/** Runs a statement outside of every test's database. Only on the shared server the connection is kept: no test stops it. */
async function administer(server: PostgresServer, statement: string): Promise<readonly Row[]> {
  if (server !== (await shared)) return server.run(statement);
  administrator ??= server.connect();
  return await administrator.unsafe(statement);
}
