// A database for one test on either engine, for tests that break the service and not the engine.

import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

export interface FaultDatabase extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** The database's address; undefined for the SQLite file in the folder. */
  readonly url: string | undefined;
  /** Resolves when no statement of a killed service runs any more. */
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
    // SQLite works in the process, so its work ends with the process.
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
    // A session finishes its statement before it notices that its client is gone.
    settled: async () => {
      await until("the sessions to end", async () => (await server.connections(database.name)) === 0);
    },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}
