// The engines for the tests of upgrades.

import { Database } from "bun:sqlite";
import { migrate as migratePostgres } from "../../src/postgres/migrate.ts";
import { MIGRATIONS as POSTGRES_MIGRATIONS } from "../../src/postgres/migrations.ts";
import { PostgresStore } from "../../src/postgres/store.ts";
import { migrate as migrateSqlite, MIGRATIONS as SQLITE_MIGRATIONS } from "../../src/sqlite/schema/schema.ts";
import type { SqliteStoreOptions } from "../../src/sqlite/store.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { makeDatabase, sharedServer, type TestDatabase } from "../support/postgres-database.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { NEXT, type RawDatabase, type UpgradedEngine } from "./shop.ts";

export function sqliteEngine(options: Pick<SqliteStoreOptions, "startWorker"> = {}): UpgradedEngine {
  return { name: "sqlite", make: async () => rawSqlite(new TemporaryFolder(), options) };
}

/** A database in the folder, which is removed with it. */
export function rawSqlite(
  folder: TemporaryFolder,
  options: Pick<SqliteStoreOptions, "startWorker"> = {},
): RawDatabase {
  const path = folder.file("petstock.db");
  const values = (sql: string): unknown[][] => {
    using db = new Database(path);
    return db.query(sql).values();
  };
  return {
    url: `sqlite:${path}`,
    open: () => openSqlite(path, options),
    async run(sql) {
      using db = new Database(path);
      db.run(sql);
    },
    version: async () => Number(values("PRAGMA user_version")[0]?.[0]),
    async upgrade(migration = NEXT) {
      using db = new Database(path);
      const migrations = [...SQLITE_MIGRATIONS, migration];
      migrateSqlite(db, path, { now: Date.now(), lockTimeoutMs: 30_000, migrations });
    },
    number: async (sql) => Number(values(sql)[0]?.[0]),
    checks: async () => values("SELECT sql FROM sqlite_schema").flatMap(([sql]) => checksOf(String(sql))),
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
    },
  };
}

function checksOf(sql: string): readonly string[] {
  return [...sql.matchAll(/CHECK \((?:[^()]|\([^()]*\))*\)/g)].map(([check]) => check);
}

export const postgresEngine: UpgradedEngine = {
  name: "postgres",
  make: async () => rawPostgres(await makeDatabase(await sharedServer())),
};

export function rawPostgres(database: TestDatabase): RawDatabase {
  const number = async (sql: string) => Number(Object.values((await database.run(sql))[0] ?? {})[0]);
  return {
    url: database.url,
    open: () => PostgresStore.open({ urls: [database.url], lockTimeoutMs: 5_000, retryOpen: false }),
    async run(sql) {
      await database.run(sql);
    },
    version: () => number("SELECT version FROM petstock_version"),
    async upgrade(migration = NEXT) {
      await using sql = new Bun.SQL(database.url, { max: 1, bigint: true });
      await migratePostgres(sql, { migrations: [...POSTGRES_MIGRATIONS, () => migration] });
    },
    number,
    async checks() {
      const rows = await database.run(`
        SELECT pg_get_constraintdef(oid) AS check FROM pg_constraint
        WHERE contype = 'c' AND connamespace = 'public'::regnamespace`);
      return rows.map(({ check }) => String(check));
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
