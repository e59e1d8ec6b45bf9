// Tests of the suite: each gets a new database of the engine, with an open store.

import { test } from "bun:test";
import type { InventoryStore } from "../../src/inventory/store.ts";
import { type Engine, TestDatabase } from "./engine.ts";

export interface Given {
  /** The store that was opened first. */
  readonly store: InventoryStore;
  readonly database: TestDatabase;
}

type Body = (store: InventoryStore, database: TestDatabase) => Promise<void>;

export interface DatabaseTest {
  (name: string, body: Body, timeoutMs?: number): void;
  each<Row extends Readonly<[unknown, ...unknown[]]>>(
    rows: readonly Row[],
  ): (name: string, body: (given: Given, ...row: [...Row]) => Promise<void>) => void;
}

/** `fill` runs before each test. */
export function databaseTests(
  engine: Engine,
  fill: (store: InventoryStore) => Promise<void> = async () => {},
): DatabaseTest {
  const run = async (body: Body): Promise<void> => {
    await using database = await TestDatabase.make(engine);
    const { store } = database;
    await fill(store);
    await body(store, database);
  };
  const one = (name: string, body: Body, timeoutMs?: number) => test(name, () => run(body), timeoutMs);
  const each: DatabaseTest["each"] = (rows) => (name, body) => {
    // One by one, for the names that bun makes of rows.
    for (const row of rows)
      test.each([row])(name, () => run((store, database) => body({ store, database }, ...row)));
  };
  return Object.assign(one, { each });
}
