// What a test of upgrades asks of an engine, and the databases of every schema that there was, as SQL with data in it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InventoryStore } from "../../src/inventory/store.ts";

const FOLDER = join(import.meta.dir, "schemas");

/** A database behind the back of every store. */
export interface RawDatabase extends AsyncDisposable {
  /** What `DATABASE_URL` says. */
  readonly url: string;
  open(): Promise<InventoryStore>;
  run(sql: string): Promise<void>;
  /** The schema's number. */
  version(): Promise<number>;
  /** As a newer petstock does, which has one migration more. */
  upgrade(): Promise<void>;
  /** What a query of one number gives. */
  number(sql: string): Promise<number>;
  /** Every table with its columns, constraints and indexes. */
  schema(): Promise<unknown>;
}

export interface UpgradedEngine {
  readonly name: "sqlite" | "postgres";
  /** An empty one. */
  make(): Promise<RawDatabase>;
}

export interface Fixture {
  readonly version: number;
  readonly sql: string;
}

/** In order. */
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

/** As the petstock of that schema left it. */
export async function makeOld(engine: UpgradedEngine, { sql }: Fixture): Promise<RawDatabase> {
  const database = await engine.make();
  await database.run(sql);
  return database;
}

/** As the newest petstock leaves it. */
export function makeNewest(engine: UpgradedEngine): Promise<RawDatabase> {
  const newest = fixturesOf(engine).at(-1);
  if (newest === undefined) throw new Error(`there is no database of any schema of ${engine.name}`);
  return makeOld(engine, newest);
}

/** What that migration does. */
export const LATER = "CREATE TABLE later (id INTEGER)";

/** The key that every one of them knows as `key1`. */
export const OLD_KEY = "petstock_U9Ksv0r2DU6a67fODjon4sXoKA4sU7tS2iokkK";

export const [ID_MIN, ID_MAX] = [-(2n ** 63n), 2n ** 63n - 1n];
