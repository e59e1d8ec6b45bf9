// A database with the stock of a small shop for the tests of upgrades: removed pets, the smallest and the largest id, revisions of
// one and of several pets, keys of each kind, labels, idempotency records.

import type { InventoryStore } from "../../src/inventory/store.ts";

/** A database that is accessed without a store. */
export interface RawDatabase extends AsyncDisposable {
  /** For `DATABASE_URL`. */
  readonly url: string;
  open(): Promise<InventoryStore>;
  run(sql: string): Promise<void>;
  /** The schema version. */
  version(): Promise<number>;
  /** Migrates as the next petstock, with one more migration. */
  upgrade(migration?: string): Promise<void>;
  /** The result of a query for one number. */
  number(sql: string): Promise<number>;
  /** The definition of every CHECK constraint. */
  checks(): Promise<readonly string[]>;
}

export interface UpgradedEngine {
  readonly name: "sqlite" | "postgres";
  /** Makes an empty database. */
  make(): Promise<RawDatabase>;
}

/** A shop's database of the current schema. */
export async function makeShop(engine: UpgradedEngine): Promise<RawDatabase> {
  const database = await engine.make();
  await (await database.open())[Symbol.asyncDispose]();
  await database.run(SHOP);
  return database;
}

/** The made-up migration to the next schema: new columns and a new table with a row for each pet. */
export const NEXT = `
  ALTER TABLE label_entry ADD COLUMN shelf TEXT;
  CREATE TABLE shelf (pet_id BIGINT PRIMARY KEY, name TEXT NOT NULL);
  INSERT INTO shelf SELECT pet_id, 'A1' FROM inventory;`;

/** The API key `key1`. */
export const KEY = "petstock_U9Ksv0r2DU6a67fODjon4sXoKA4sU7tS2iokkK";

/** The list of the stock. */
export const STOCK = [
  '{"petId":-9223372036854775808,"quantity":0,"status":"available"}',
  '{"petId":1,"quantity":5,"status":"available"}',
  '{"petId":2,"quantity":7,"status":"sold"}',
  '{"petId":9223372036854775807,"quantity":2147483647,"status":"pending"}',
];

const SHOP = `
  DELETE FROM commit_mark;
  INSERT INTO commit_mark VALUES
    (0, '00000000000000aa', 1000, 0, 0, 0, 0, 0, 0, 0, 0),
    (2, '00000000000000bb', 2000, 11, 2, 1, 0, 1, 11, 0, 2),
    (3, '00000000000000cc', 3000, 12, 2, 1, 0, 1, 12, 0, 1),
    (4, '00000000000000dd', 4000, 2147483663, 4, 3, 1, 1, 2147483663, 0, 3),
    (5, '00000000000000ee', 5000, 2147483659, 3, 2, 1, 1, 2147483663, 4, 1);
  INSERT INTO revision_request VALUES (4, NULL, 'spring order', NULL, NULL);
  INSERT INTO origin VALUES (1, 'import', 'cli:clerk', NULL), (2, 'set', 'cli:clerk', NULL), (3, 'update', 'key:till', 'key1');
  INSERT INTO ledger_entry VALUES
    (1, 1, NULL, 5, NULL, 'available', 2, NULL, 2000, NULL, 0),
    (2, 2, NULL, 6, NULL, 'sold', 2, NULL, 2000, NULL, 0),
    (3, 2, 6, 7, NULL, 'sold', 3, 'request-1', 3000, NULL, 2),
    (4, -9223372036854775808, NULL, 0, NULL, 'available', 1, NULL, 4000, NULL, 0),
    (4, 3, NULL, 4, NULL, 'available', 1, NULL, 4000, NULL, 0),
    (4, 9223372036854775807, NULL, 2147483647, NULL, 'pending', 1, NULL, 4000, NULL, 0),
    (5, 3, 4, NULL, 'available', NULL, 1, NULL, 5000, NULL, 4);
  INSERT INTO inventory VALUES
    (-9223372036854775808, 0, 'available', 4, 0, NULL),
    (1, 5, 'available', 1, 0, NULL),
    (2, 7, 'sold', 3, 0, 3),
    (3, 4, 'available', 5, 1, NULL),
    (9223372036854775807, 2147483647, 'pending', 4, 0, NULL);
  INSERT INTO label_entry VALUES (3, 2, 'Bella', 'cat', '4006381333931', 3, NULL);
  INSERT INTO api_key VALUES
    ('key1', 'shop', 'till', '435c99f9747c2956dd8232ad1e12d1db0732a757a815138f3d707f107b94ce86', 'clerk', 1000, 'cli:clerk', NULL, NULL, NULL, NULL, NULL, NULL, 3000, NULL, NULL, NULL, NULL, NULL),
    ('key2', 'shop', 'report', 'abababababababababababababababababababababababababababababababab', 'reader', 1000, 'key:till', 'key1', NULL, 2000, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    ('key3', 'shop', 'lost', 'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 'clerk', 1000, 'cli:clerk', NULL, 'key1', NULL, 2500, 'key:till', 'key1', NULL, NULL, NULL, NULL, NULL, NULL),
    ('key4', 'shop', 'Ana', NULL, 'admin', 1000, 'cli:clerk', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef', 901000, NULL, NULL, NULL);
  UPDATE api_key_counter SET value = 4;
  INSERT INTO idempotency_record VALUES
    ('key1', 'sale-1', 'ffb32763c1906177297936ed8578b2927afc15aa4b4a3e4deff9fe165e7278d1', 2, 7, 'sold', ${Date.now()}, 2, NULL),
    ('key1', 'sale-0', 'b9a8037ab5cdc7be55415c72d3346a5a26dd20208435874623ceb2944ace48e8', 1, 9, 'available', 1000, 1, NULL);`;
