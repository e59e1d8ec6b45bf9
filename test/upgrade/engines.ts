// The engines for the tests of upgrades.

import { Database } from "bun:sqlite";
import { migrate as migratePostgres, MIGRATIONS as POSTGRES_MIGRATIONS } from "../../src/postgres/schema.ts";
import { PostgresStore } from "../../src/postgres/store.ts";
import { migrate as migrateSqlite, MIGRATIONS as SQLITE_MIGRATIONS } from "../../src/sqlite/schema/schema.ts";
import type { SqliteStoreOptions } from "../../src/sqlite/store.ts";
import { openSqlite } from "../sqlite/embedded.ts";
import { makeDatabase, sharedServer } from "../support/postgres-database.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { fixturesOf, LATER, type RawDatabase, type UpgradedEngine } from "./old-database.ts";

export function sqliteEngine(options: Pick<SqliteStoreOptions, "startWorker"> = {}): UpgradedEngine {
  return { name: "sqlite", make: async () => rawSqlite(options) };
}

function rawSqlite(options: Pick<SqliteStoreOptions, "startWorker">): RawDatabase {
  const folder = new TemporaryFolder();
  const path = folder.file("petstock.db");
  const values = (sql: string): unknown[][] => {
    using db = new Database(path);
    return db.query(sql).values();
  };
  return {
    url: `sqlite:${path}`,
    open: () => openSqlite(path, options),
    run: async (sql) => runOnFile(path, sql),
    version: async () => Number(values("PRAGMA user_version")[0]?.[0]),
    async upgrade() {
      using db = new Database(path);
      const migrations = [...SQLITE_MIGRATIONS, LATER];
      migrateSqlite(db, path, { now: Date.now(), lockTimeoutMs: 30_000, migrations });
    },
    number: async (sql) => Number(values(sql)[0]?.[0]),
    async schema() {
      const objects = values("SELECT type, name, sql FROM sqlite_schema ORDER BY type, name");
      return objects.map(([type, name, sql]) => [type, name, String(sql).replaceAll(/\s+/g, " ")]);
    },
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
    },
  };
}

function runOnFile(path: string, sql: string): void {
  using db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run(sql);
}

/** Creates a database of schema version 1. */
export function makeFirstFile(path: string): void {
  const [first] = fixturesOf({ name: "sqlite" });
  if (first === undefined) throw new Error("there is no database of the first schema");
  runOnFile(path, first.sql);
}

export const postgresEngine: UpgradedEngine = { name: "postgres", make: rawPostgres };

async function rawPostgres(): Promise<RawDatabase> {
  const database = await makeDatabase(await sharedServer());
  const number = async (sql: string) => Number(Object.values((await database.run(sql))[0] ?? {})[0]);
  return {
    url: database.url,
    open: () => PostgresStore.open({ urls: [database.url], lockTimeoutMs: 5_000, retryOpen: false }),
    async run(sql) {
      await database.run(sql);
    },
    version: () => number("SELECT version FROM petstock_schema"),
    async upgrade() {
      await using sql = new Bun.SQL(database.url, { max: 1, bigint: true });
      await migratePostgres(sql, { migrations: [...POSTGRES_MIGRATIONS, () => LATER] });
    },
    number,
    schema: async () => [
      await database.run(TABLES),
      await database.run(CONSTRAINTS),
      await database.run(INDEXES),
    ],
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

const TABLES = `
  SELECT relname, reloptions, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) AS "default"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname, attname`;

const CONSTRAINTS = `
  SELECT conrelid::regclass::text AS "table", conname, pg_get_constraintdef(oid) FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`;

const INDEXES = "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2";
