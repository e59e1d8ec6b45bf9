// The interface of an engine under test, a database for one test, and helpers of the tests.

import { expect } from "bun:test";
import type { Change, Outcome } from "../../src/inventory/change.ts";
import type { Movement, MovementFilter, MovementPage, Origin } from "../../src/inventory/movement.ts";
import type { MovementCursor } from "../../src/inventory/movement-cursor.ts";
import type { InventoryItem, PetStatus } from "../../src/inventory/item.ts";
import { requestDigest } from "../../src/inventory/known-results.ts";
import type { ImportOptions, ImportResult, ImportRow } from "../../src/inventory/import.ts";
import type { InventoryStore } from "../../src/inventory/store.ts";
import type { Position } from "../../src/inventory/position.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";

export interface Engine {
  /** Opens the folder's database, and creates a missing one. Stores of one folder share one database. */
  open(folder: TemporaryFolder, options: OpenOptions): Promise<InventoryStore>;
  /** Runs SQL in the folder's database, unnoticed by the stores. */
  tamper(folder: TemporaryFolder, sql: string): Promise<void>;
  /** Removes the parts of the database outside the folder; throws if a closed store left a connection open. */
  remove(folder: TemporaryFolder): Promise<void>;
}

export interface OpenOptions {
  /** The limit of idempotency records of one API key. */
  readonly recordsMax?: number;
}

/** One test's database, with an open store; removed at the test's end. */
export class TestDatabase implements AsyncDisposable {
  readonly #engine: Engine;
  readonly #folder = new TemporaryFolder();
  readonly #open = new Set<InventoryStore>();

  private constructor(engine: Engine) {
    this.#engine = engine;
  }

  static async make(engine: Engine): Promise<TestDatabase> {
    const database = new TestDatabase(engine);
    await database.open();
    return database;
  }

  /** The store that was opened first. */
  get store(): InventoryStore {
    const [store] = this.#open;
    if (store === undefined) throw new Error("no store is open");
    return store;
  }

  /** Opens a further store on the same database. */
  async open(options: OpenOptions = {}): Promise<InventoryStore> {
    const store = await this.#engine.open(this.#folder, options);
    this.#open.add(store);
    return store;
  }

  async close(store: InventoryStore): Promise<void> {
    this.#open.delete(store);
    await store[Symbol.asyncDispose]();
  }

  /** Closes every store, and opens one again. */
  async reopen(): Promise<InventoryStore> {
    for (const store of this.#open) await this.close(store);
    return this.open();
  }

  tamper(sql: string): Promise<void> {
    return this.#engine.tamper(this.#folder, sql);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const store of this.#open) await this.close(store);
    await this.#engine.remove(this.#folder);
    this.#folder[Symbol.dispose]();
  }
}

export const KEY_ORIGIN: Origin = { actor: "key:till", keyId: "key1", requestId: "request-1" };
export const COMMAND_ORIGIN: Origin = { actor: "cli:clerk", keyId: null, requestId: null };

/** An update as the API makes it. */
export function setTo(petId: bigint, quantity: number, more: Partial<Change> = {}): Change {
  return { petId, quantity, reason: "update", by: KEY_ORIGIN, ...more };
}

/** An update as the API makes it, with a key. */
export function idempotencyKey(
  key: string,
  petId: bigint,
  quantity: number,
  more: Partial<Change> = {},
): Change {
  const request = requestDigest(`${petId} ${quantity} ${JSON.stringify(more.precondition ?? null)}`);
  return setTo(petId, quantity, { idempotencyKey: { scope: "key1", key, request }, ...more });
}

export function createPet(petId: bigint, quantity: number, status: PetStatus = "available"): Change {
  return { petId, quantity, status, create: true, reason: "set", by: COMMAND_ORIGIN };
}

export function removePet(petId: bigint): Change {
  return { petId, remove: true, reason: "remove", by: COMMAND_ORIGIN };
}

export function item(petId: bigint, quantity: number, status: PetStatus = "available"): InventoryItem {
  return { petId, quantity, status };
}

export function kinds(outcomes: readonly Outcome[]): string[] {
  return outcomes.map(({ kind }) => kind);
}

/** Rows of a file, numbered from line 1. */
export function rows(...pets: readonly (readonly [bigint, number, PetStatus?])[]): ImportRow[] {
  return pets.map(([petId, quantity, status], index) => ({
    petId,
    quantity,
    ...(status !== undefined && { status }),
    line: index + 1,
  }));
}

/** Pets 1 (available), 2 (pending) and 3 (sold), each with its id as quantity, in revisions 1 to 3. */
export async function addPets(store: InventoryStore): Promise<void> {
  await store.commit([createPet(1n, 1), createPet(2n, 2, "pending"), createPet(3n, 3, "sold")]);
}

/**
 * Pets 1 and 2, and 3 that was removed. Commits end at revisions 3, 5, 6 and 7; pet 1 moved in revisions 1, 4 and 7, the import is
 * revision 6.
 */
export async function makeHistory(store: InventoryStore): Promise<void> {
  await store.commit([createPet(1n, 1), createPet(2n, 2), createPet(3n, 3)]);
  await store.commit([setTo(1n, 4), setTo(3n, 5)]);
  await importRows(store, rows([1n, 4], [2n, 6]), { replace: true });
  await store.commit([setTo(1n, 7)]);
}

export const IMPORT: ImportOptions = { replace: false, dryRun: false, reason: "import", by: COMMAND_ORIGIN };

export async function importRows(
  store: InventoryStore,
  wanted: readonly ImportRow[],
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  await using stage = await store.stageImport();
  await stage.add(wanted);
  return await stage.apply({ ...IMPORT, ...options });
}

export async function itemsOf(store: InventoryStore): Promise<InventoryItem[]> {
  const items: InventoryItem[] = [];
  await store.readAll((page) => void items.push(...page));
  return items;
}

/** The position of the history: revision and nonce. */
export function positionOf(store: InventoryStore): Promise<Position> {
  return store.readAll(() => {});
}

/** All movements of the filter, page by page. */
export async function ledgerOf(
  store: Pick<InventoryStore, "movements">,
  { limit = Infinity, ...filter }: Partial<MovementFilter> = {},
): Promise<Movement[]> {
  const found: Movement[] = [];
  for (let next: MovementCursor | null | undefined; next !== null && found.length < limit;) {
    const page: MovementPage = await store.movements({
      ...filter,
      ...(next !== undefined && { after: next }),
      limit: Math.min(limit - found.length, 10_000),
    });
    found.push(...page.movements);
    next = page.next;
  }
  return found;
}

/** All readable data of a database: if two are equal, they are the same inventory with the same history. */
export async function everythingOf(store: InventoryStore) {
  return {
    position: await positionOf(store),
    items: await itemsOf(store),
    movements: await ledgerOf(store),
  };
}

export async function expectNoChangeSince(store: InventoryStore, position: Position): Promise<void> {
  expect(await store.changesSince(position)).toEqual({ position, items: [], removed: [] });
}

export async function expectConsistent(store: InventoryStore): Promise<void> {
  const { problems } = await store.verify();
  if (problems.length > 0) throw new Error(`ledger and stock disagree:\n  ${problems.join("\n  ")}`);
}
