// Other clients that hold every connection of a server.

import type { TestDatabase } from "../support/postgres-database.ts";
import type { PostgresServer } from "../support/postgres-server.ts";

/** Sessions of other clients. */
export class Crowd implements AsyncDisposable {
  readonly #server: PostgresServer;
  readonly #sessions: Bun.SQL[] = [];

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  /** Takes every free connection. */
  async takeAll(): Promise<void> {
    for (;;) {
      const session = new Bun.SQL(this.#server.url(), { max: 1 });
      try {
        await session`SELECT 1`;
        this.#sessions.push(session);
      } catch {
        await session.close();
        return;
      }
    }
  }

  /** Ends sessions of the service and tries to take their connections. Returns whether there were any. */
  async oust({ name }: TestDatabase, condition = "true"): Promise<boolean> {
    const ended = await this.#sessions[0]?.unsafe(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND ${condition}`);
    if (ended.length > 0) await this.takeAll();
    return ended.length > 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.close()));
  }
}

/** The query of the health check alone. */
export const HEALTH_CHECK = "query LIKE 'SELECT set_config(%; SELECT version FROM petstock_version'";
