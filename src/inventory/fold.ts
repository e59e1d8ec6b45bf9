// The one function that decides what a change does. Every engine folds with it, inside its transaction, so that a
// group of changes means the same everywhere: one after the other, each seeing what the ones before it did.

import type { Change, Outcome } from "./change.ts";
import type { Movement } from "./movement.ts";
import { type InventoryItem, isQuantity, itemTag, STATUS_OF_NEW_PET, type Stock } from "./item.ts";
import { KnownResults } from "./known-results.ts";
import {
  NO_RECORDS,
  IDEMPOTENCY_RECORDS_MAX,
  type IdempotencyRecord,
  type StoredRecords,
} from "./idempotency.ts";

/** What a group of changes comes to: an outcome for each change, in order; a movement for each effective one. */
export interface FoldResult {
  readonly outcomes: readonly Outcome[];
  readonly movements: readonly Movement[];
  /** The results to keep for whoever sends a change again; each replaces a record of its key. */
  readonly records: readonly IdempotencyRecord[];
  /** The newest revision after the group; the given one where nothing changed. */
  readonly revision: number;
}

/** What the engine knows in the transaction. */
export interface FoldContext {
  /** A pet's stock; undefined where there is no such pet. */
  readonly stockOf: (petId: bigint) => Stock | undefined;
  /** Asked for changes with a key alone. */
  readonly stored?: StoredRecords;
  /** How many records of changes with a key one scope may have. */
  readonly recordsMax?: number;
  /** The newest one before the group; each effective change takes the next. */
  readonly revision: number;
  /** ms since 1970. */
  readonly at: number;
}

/** Folds `changes`, in order, over the present stock of the pets concerned. */
export function foldChanges(changes: readonly Change[], present: FoldContext): FoldResult {
  const { stockOf, stored = NO_RECORDS, recordsMax = IDEMPOTENCY_RECORDS_MAX, at } = present;
  let { revision } = present;
  // Null for a pet that the group has removed.
  const folded = new Map<bigint, Stock | null>();
  const known = new KnownResults(stored, { at, recordsMax });
  const movements: Movement[] = [];
  const make = (change: Change): Outcome => {
    const { petId, reason, by } = change;
    const made = folded.get(petId);
    const before = made === undefined ? stockOf(petId) : (made ?? undefined);
    const decision = decide(before, change);
    if (!("after" in decision)) return decision;
    revision += 1;
    const { after } = decision;
    folded.set(petId, after);
    movements.push({ revision, petId, before: before ?? null, after, reason, by, at });
    return after === null
      ? { kind: "removed", item: itemOf(petId, before as Stock), revision }
      : { kind: "updated", item: itemOf(petId, after), revision };
  };
  const outcomes = changes.map((change) =>
    change.idempotencyKey === undefined
      ? make(change)
      : known.replayOr(change.idempotencyKey, () => make(change)),
  );
  return { outcomes, movements, records: known.made, revision };
}

function decide(
  before: Stock | undefined,
  change: Change,
): Exclude<Outcome, { kind: "updated" | "removed" }> | { after: Stock | null } {
  if (before === undefined && !change.create) return { kind: "not_found" };
  if (change.precondition !== undefined && !holds(change.precondition, before)) {
    return before === undefined
      ? { kind: "not_found" }
      : { kind: "precondition_failed", item: itemOf(change.petId, before) };
  }
  if (change.remove) return before === undefined ? { kind: "not_found" } : { after: null };
  const present = before ?? { quantity: 0, status: STATUS_OF_NEW_PET };
  const after: Stock = {
    quantity: quantityAfter(present.quantity, change.quantity),
    status: change.status ?? present.status,
  };
  if (!isQuantity(after.quantity)) return { kind: "out_of_range", item: itemOf(change.petId, present) };
  if (before !== undefined && sameStock(before, after)) {
    return { kind: "unchanged", item: itemOf(change.petId, before) };
  }
  return { after };
}

function quantityAfter(present: number, wanted: Change["quantity"]): number {
  if (wanted === undefined) return present;
  return typeof wanted === "number" ? wanted : present + wanted.by;
}

function holds(precondition: NonNullable<Change["precondition"]>, before: Stock | undefined): boolean {
  if (before === undefined) return false;
  return precondition === "exists" || precondition.anyTagOf.includes(itemTag(before));
}

function sameStock(a: Stock, b: Stock): boolean {
  return a.quantity === b.quantity && a.status === b.status;
}

function itemOf(petId: bigint, stock: Stock): InventoryItem {
  return { petId, quantity: stock.quantity, status: stock.status };
}
