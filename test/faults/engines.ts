// A database for one test on either engine, for tests that break the service and not the engine.

import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { type ServiceOptions, TestService } from "../support/service.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

export class FaultDatabase implements AsyncDisposable {
  readonly folder = new TemporaryFolder();
  /** Undefined for the SQLite file in the folder. */
  readonly #postgres: TestDatabase | undefined;

  constructor(postgres?: TestDatabase) {
    this.#postgres = postgres;
  }

  get url(): string | undefined {
    return this.#postgres?.url;
  }

  /** Starts a service on it. */
  start(options: ServiceOptions = {}): Promise<TestService> {
    return TestService.start({ ...options, folder: this.folder, database: this.url });
  }

  /** Resolves when no statement of a killed service runs any more: a session finishes its statement first. */
  async settled(): Promise<void> {
    const postgres = this.#postgres;
    // SQLite works in the process, so its work ends with the process.
    if (postgres === undefined) return;
    await until("the sessions to end", async () => (await postgres.server.connections(postgres.name)) === 0);
  }

  /** Ends every session of the services; SQLite has none. */
  async endSessions(): Promise<void> {
    await this.#postgres?.endSessions();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#postgres?.[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

export interface FaultEngine {
  readonly name: "SQLite" | "PostgreSQL";
  makeDatabase(): Promise<FaultDatabase>;
}

export const ENGINES: readonly FaultEngine[] = [
  { name: "SQLite", makeDatabase: async () => new FaultDatabase() },
  {
    name: "PostgreSQL",
    makeDatabase: async () => new FaultDatabase(await makeDatabase(await sharedServer())),
  },
];
