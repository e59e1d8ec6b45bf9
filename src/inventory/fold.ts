// The one function that decides what a change does. Every engine folds with it, inside its transaction, so that a
// group of changes means the same everywhere: one after the other, each seeing what the ones before it did.

import type { Change, Movement, Outcome } from "./change.ts";
import { type InventoryItem, itemTag, STATUS_OF_NEW_PET, type Stock } from "./item.ts";

/** What a group of changes comes to: an outcome for each change, in order; a movement for each effective one. */
export interface Folded {
  readonly outcomes: readonly Outcome[];
  readonly movements: readonly Movement[];
  /** The newest revision after the group; the given one where nothing changed. */
  readonly revision: number;
}

/**
 * Folds `changes`, in order, over the present stock of the pets concerned.
 * `stockOf` gives a pet's stock as it is in the transaction, undefined where there is no such pet.
 * `revision` is the newest one before the group; each effective change takes the next. `at`: ms since 1970.
 */
export function foldChanges(
  changes: readonly Change[],
  { stockOf, revision, at }: { stockOf: (petId: bigint) => Stock | undefined; revision: number; at: number },
): Folded {
  const folded = new Map<bigint, Stock>();
  const outcomes: Outcome[] = [];
  const movements: Movement[] = [];
  for (const change of changes) {
    const before = folded.get(change.petId) ?? stockOf(change.petId);
    const decision = decide(before, change);
    if (!("after" in decision)) {
      outcomes.push(decision);
      continue;
    }
    revision += 1;
    const { after } = decision;
    folded.set(change.petId, after);
    outcomes.push({ kind: "updated", item: itemOf(change.petId, after), revision });
    const { petId, reason, by } = change;
    movements.push({ revision, petId, before: before ?? null, after, reason, by, at });
  }
  return { outcomes, movements, revision };
}

function decide(
  before: Stock | undefined,
  change: Change,
): Exclude<Outcome, { kind: "updated" }> | { after: Stock } {
  if (before === undefined && !change.create) return { kind: "not_found" };
  if (change.precondition !== undefined && !holds(change.precondition, before)) {
    return before === undefined
      ? { kind: "not_found" }
      : { kind: "precondition_failed", item: itemOf(change.petId, before) };
  }
  const after: Stock = {
    quantity: change.quantity ?? before?.quantity ?? 0,
    status: change.status ?? before?.status ?? STATUS_OF_NEW_PET,
  };
  if (before !== undefined && sameStock(before, after)) {
    return { kind: "unchanged", item: itemOf(change.petId, before) };
  }
  return { after };
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
