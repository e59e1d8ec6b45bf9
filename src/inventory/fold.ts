// The function that decides the effect of changes. Both engines call it inside their transaction, so that a group of changes has
// the same result on both: one after the other, each seeing the effect of the previous ones.

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

/** The result of a group: an outcome for each change, in order; a movement for each effective one. */
export interface FoldResult {
  readonly outcomes: readonly Outcome[];
  readonly movements: readonly Movement[];
  /** New idempotency records; each replaces an existing one of its key. */
  readonly records: readonly IdempotencyRecord[];
  /** The newest revision after the group; the given one if nothing changed. */
  readonly revision: number;
}

/** The state that the engine has read in the transaction. */
export interface FoldContext {
  /** A pet's stock; undefined if the pet does not exist. */
  readonly stockOf: (petId: bigint) => Stock | undefined;
  /** Needed only for changes with an idempotency key. */
  readonly stored?: StoredRecords;
  /** Limit of idempotency records for each scope. */
  readonly recordsMax?: number;
  /** The newest revision before the group; each effective change takes the next one. */
  readonly revision: number;
  /** ms since 1970. */
  readonly at: number;
}

/** Applies `changes`, in order, to the stock of their pets. */
export function foldChanges(changes: readonly Change[], present: FoldContext): FoldResult {
  const { stockOf, stored = NO_RECORDS, recordsMax = IDEMPOTENCY_RECORDS_MAX, at } = present;
  let { revision } = present;
  // Null: removed by this group.
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
