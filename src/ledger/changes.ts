// Reads a large difference in pages: the pets whose movements follow a position, each once, as they are now. Time and memory of a
// page are bounded, so that other work runs between two pages.

import type { Awaitable } from "../inventory/awaitable.ts";
import { PET_ID_MAX, type InventoryItem, type PetStatus } from "../inventory/item.ts";
import type { Position } from "../inventory/position.ts";
import type { OnChanges } from "../inventory/store.ts";
import { type Integer, list, rows, sql, type Work } from "./sql.ts";
import { StoreError } from "../inventory/store-error.ts";

/** Some milliseconds on SQLite, also for pets that are far apart among 1,000,000. */
const PAGE_PETS = 500;
const PAGE_MOVEMENTS = 2_000;
/** Beyond this many pets a client reads the list with less work: their JSON has 3 MB. */
const PETS_MAX = 50_000;
/** Bounds the time of one reading: about half a second on SQLite. */
const MOVEMENTS_MAX = 500_000;

interface ReadOptions {
  /** Runs work in the snapshot. */
  readonly run: <T>(work: Work<T>) => Awaitable<T>;
  readonly known: Position;
  /** The newest commit of the snapshot. */
  readonly newest: Position;
  readonly onChanges: OnChanges;
}

/** False if `known` is not in the history, or too long ago; some pages may have been passed on. */
export async function readChanges({ run, known, newest, onChanges }: ReadOptions): Promise<boolean> {
  if (!(await run(isCommit(known)))) return false;
  const seen = new Set<bigint>();
  let count = 0;
  let after: MovementKey = { revision: known.revision, pet_id: PET_ID_MAX };
  for (let isLast = false; !isLast;) {
    const page = await run(movementsAfter(after));
    const changed = [...new Set(page.map(({ pet_id }) => pet_id))].filter((petId) => !seen.has(petId));
    count += page.length;
    for (const petId of changed) seen.add(petId);
    if (count > MOVEMENTS_MAX || seen.size > PETS_MAX) return false;
    for (let at = 0; at < changed.length; at += PAGE_PETS)
      await onChanges(changesOf(await run(stockOf(changed.slice(at, at + PAGE_PETS)))));
    isLast = page.length < PAGE_MOVEMENTS;
    after = page.at(-1) ?? after;
  }
  throwIfMovementsLost({ known, position: newest, count });
  return true;
}

function* isCommit({ revision, nonce }: Position): Work<boolean> {
  const found = yield* rows(
    sql`SELECT revision FROM commit_mark WHERE revision = ${revision} AND nonce = ${nonce}`,
  );
  return found.length > 0;
}

interface MovementKey {
  readonly revision: Integer;
  readonly pet_id: bigint;
}

function movementsAfter({ revision, pet_id: petId }: MovementKey): Work<readonly MovementKey[]> {
  return rows(sql<MovementKey>`
    SELECT revision, pet_id FROM movement WHERE (revision, pet_id) > (${revision}, ${petId})
    ORDER BY revision, pet_id LIMIT ${PAGE_MOVEMENTS}`);
}

interface StockRow {
  readonly pet_id: bigint;
  readonly quantity: Integer;
  readonly status: PetStatus;
  readonly removed: Integer;
}

function stockOf(petIds: readonly bigint[]): Work<readonly StockRow[]> {
  return rows(sql<StockRow>`
    SELECT pet_id, quantity, status, removed FROM inventory WHERE pet_id IN (${list(petIds)})`);
}

function changesOf(stock: readonly StockRow[]): { items: InventoryItem[]; removed: bigint[] } {
  const items: InventoryItem[] = [];
  const removed: bigint[] = [];
  for (const { pet_id: petId, quantity, status, removed: gone } of stock) {
    if (Number(gone) === 1) removed.push(petId);
    else items.push({ petId, quantity: Number(quantity), status });
  }
  return { items, removed };
}

/**
 * Every revision has a movement, and a prune keeps all movements after its oldest commit. So a history that continues after
 * `known` without movements is damaged: a catch-up would give an old list a new tag. Throws `unusable`.
 */
export function throwIfMovementsLost({ known, position, count }: CaughtUp): void {
  if (count > 0 || position.revision <= known.revision) return;
  const revisions = `revisions ${known.revision + 1} to ${position.revision}`;
  throw new StoreError(
    "unusable",
    `the ledger has lost the movements of ${revisions}: the database is damaged, or was edited by hand. "petstock verify" says more; restore a backup`,
  );
}

interface CaughtUp {
  readonly known: Position;
  readonly position: Position;
  /** Movements after `known`. */
  readonly count: number;
}
