// A database for one test on either engine, for tests that break the service and not the engine.

import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

export interface FaultDatabase extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** Undefined for the file in the folder. */
  readonly url: string | undefined;
  /** Resolves when nothing goes on any more that a dead service had begun. */
  settled(): Promise<void>;
}

export const ENGINES: readonly { readonly name: string; makeDatabase(): Promise<FaultDatabase> }[] = [
  { name: "SQLite", makeDatabase: makeFile },
  { name: "PostgreSQL", makeDatabase: makeOnServer },
];

async function makeFile(): Promise<FaultDatabase> {
  const folder = new TemporaryFolder();
  return {
    folder,
    url: undefined,
    // What a process had begun ends with it.
    settled: async () => {},
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  };
}

async function makeOnServer(): Promise<FaultDatabase> {
  const server = await sharedServer();
  const database = await makeDatabase(server);
  const folder = new TemporaryFolder();
  return {
    folder,
    url: database.url,
    // A session finishes the statement that it works on before it sees that its client is gone.
    settled: async () => {
      await until("the sessions to end", async () => (await server.connections(database.name)) === 0);
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
