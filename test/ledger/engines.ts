// Both databases as the ledger's tests see them: empty, with a transaction in which work is run, and rolled back.

import { connect } from "../../src/sqlite/file/connect.ts";
import { runWork as runOnSqlite } from "../../src/sqlite/run-work.ts";
import { runWork as runOnPostgres } from "../../src/postgres/run-work.ts";
import type { Work } from "../../src/ledger/sql.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";

/** Runs work in one transaction, which is rolled back when the session is disposed. */
export interface Session extends AsyncDisposable {
  run<T>(work: Work<T>): Promise<T>;
}

export interface Engine extends AsyncDisposable {
  begin(): Promise<Session>;
}

export const ENGINES: readonly (readonly [name: string, open: () => Promise<Engine>])[] = [
  ["SQLite", openSqlite],
  ["PostgreSQL", openPostgres],
];

async function openSqlite(): Promise<Engine> {
  const db = connect(":memory:");
  return {
    async begin() {
      db.run("BEGIN");
      return {
        run: async (work) => runOnSqlite(db, work),
        [Symbol.asyncDispose]: async () => void db.run("ROLLBACK"),
      };
    },
    [Symbol.asyncDispose]: async () => db.close(true),
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
    async [Symbol.asyncDispose]() {
      await pool.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
