// Both databases as the ledger's tests see them: empty, with a connection on which work is run, and a store of the same database.

import { connect } from "../../src/sqlite/file/connect.ts";
import { SqliteStore } from "../../src/sqlite/store.ts";
import { runWork as runOnSqlite } from "../../src/sqlite/run-work.ts";
import { PostgresStore } from "../../src/postgres/store.ts";
import { runWork as runOnPostgres } from "../../src/postgres/run-work.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import type { Work } from "../../src/ledger/sql.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

/** Runs work in one transaction, which is rolled back when the session is disposed. */
export interface Session extends AsyncDisposable {
  run<T>(work: Work<T>): Promise<T>;
}

export interface Engine extends AsyncDisposable {
  begin(): Promise<Session>;
  /** Without a transaction; temporary tables stay. */
  run<T>(work: Work<T>): Promise<T>;
  /** Creates the schema. */
  openStore(): Promise<InventoryStore>;
}

export const ENGINES: readonly (readonly [name: string, open: () => Promise<Engine>])[] = [
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
];

async function openSqlite(): Promise<Engine> {
  const folder = new TemporaryFolder();
  const path = folder.file("ledger.db");
  const db = connect(path, { create: true });
  return {
    async begin() {
      db.run("BEGIN");
      return {
        run: async (work) => runOnSqlite(db, work),
        [Symbol.asyncDispose]: async () => void db.run("ROLLBACK"),
      };
    },
    run: async (work) => runOnSqlite(db, work),
    openStore: () => SqliteStore.open({ path, lockTimeoutMs: 5_000, create: true }),
    async [Symbol.asyncDispose]() {
      db.close(true);
      folder[Symbol.dispose]();
    },
  };
}

async function openPostgres(): Promise<Engine> {
  const database = await makeDatabase(await sharedServer());
  const pool = new Bun.SQL(database.url, { max: 1, bigint: true });
  return {
    async begin() {
      const connection = await pool.reserve();
      await connection`BEGIN`;
      return {
        run: (work) => runOnPostgres(connection, work),
        async [Symbol.asyncDispose]() {
          await connection`ROLLBACK`;
          connection.release();
        },
      };
    },
    async run(work) {
      const connection = await pool.reserve();
      try {
        return await runOnPostgres(connection, work);
      } finally {
        connection.release();
      }
    },
    openStore: () => PostgresStore.open({ urls: [database.url], lockTimeoutMs: 5_000, retryOpen: false }),
    async [Symbol.asyncDispose]() {
      await pool.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
