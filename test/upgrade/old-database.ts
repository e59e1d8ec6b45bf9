// The interface of an engine for the tests of upgrades, and a database of every schema version, as SQL with data.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InventoryStore } from "../../src/inventory/store.ts";

const FOLDER = join(import.meta.dir, "schemas");

/** A database that is accessed without a store. */
export interface RawDatabase extends AsyncDisposable {
  /** For `DATABASE_URL`. */
  readonly url: string;
  open(): Promise<InventoryStore>;
  run(sql: string): Promise<void>;
  /** The schema version. */
  version(): Promise<number>;
  /** Migrates as a newer petstock with one more migration. */
  upgrade(): Promise<void>;
  /** The result of a query for one number. */
  number(sql: string): Promise<number>;
  /** Every table with its columns, constraints and indexes. */
  schema(): Promise<unknown>;
}

export interface UpgradedEngine {
  readonly name: "sqlite" | "postgres";
  /** Makes an empty database. */
  make(): Promise<RawDatabase>;
}

export interface Fixture {
  readonly version: number;
  readonly sql: string;
}

/** By ascending version. */
export function fixturesOf({ name }: Pick<UpgradedEngine, "name">): readonly Fixture[] {
  return readdirSync(FOLDER)
    .flatMap((file) => {
      const [, version] = new RegExp(`^${name}-(\\d+)\\.sql$`).exec(file) ?? [];
      return version === undefined
        ? []
        : [{ version: Number(version), sql: readFileSync(join(FOLDER, file), "utf8") }];
    })
    .toSorted((a, b) => a.version - b.version);
}

/** A database of an older schema version. */
export async function makeOld(engine: UpgradedEngine, { sql }: Fixture): Promise<RawDatabase> {
  const database = await engine.make();
  await database.run(sql);
  return database;
}

/** A database of the newest schema version. */
export function makeNewest(engine: UpgradedEngine): Promise<RawDatabase> {
  const newest = fixturesOf(engine).at(-1);
  if (newest === undefined) throw new Error(`there is no database of any schema of ${engine.name}`);
  return makeOld(engine, newest);
}

/** The migration of the newer petstock. */
export const LATER = "CREATE TABLE later (id INTEGER)";

/** The API key `key1` of every fixture. */
export const OLD_KEY = "petstock_U9Ksv0r2DU6a67fODjon4sXoKA4sU7tS2iokkK";

export const [ID_MIN, ID_MAX] = [-(2n ** 63n), 2n ** 63n - 1n];
