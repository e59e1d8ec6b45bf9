// The one function that decides what a change does. Every engine folds with it, inside its transaction, so that a
// group of changes means the same everywhere: one after the other, each seeing what the ones before it did.

import type { Change, Movement, Outcome } from "./change.ts";
import { type InventoryItem, itemTag, STATUS_OF_NEW_PET, type Stock } from "./item.ts";
import { KnownResults, type OnceOf, type OnceRecord } from "./once.ts";

/** What a group of changes comes to: an outcome for each change, in order; a movement for each effective one. */
export interface Folded {
  readonly outcomes: readonly Outcome[];
  readonly movements: readonly Movement[];
  /** The results to keep for whoever sends a change again; each replaces a record of its key. */
  readonly records: readonly OnceRecord[];
  /** The newest revision after the group; the given one where nothing changed. */
  readonly revision: number;
}

/** What the engine knows in the transaction. */
export interface Present {
  /** A pet's stock; undefined where there is no such pet. */
  readonly stockOf: (petId: bigint) => Stock | undefined;
  /** Asked for changes with a key alone; whether a record is too old is decided here. */
  readonly onceOf?: OnceOf;
  /** The newest one before the group; each effective change takes the next. */
  readonly revision: number;
  /** ms since 1970. */
  readonly at: number;
}

/** Folds `changes`, in order, over the present stock of the pets concerned. */
export function foldChanges(changes: readonly Change[], present: Present): Folded {
  const { stockOf, onceOf = () => undefined, at } = present;
  let { revision } = present;
  const folded = new Map<bigint, Stock>();
  const known = new KnownResults(onceOf, at);
  const movements: Movement[] = [];
  const make = (change: Change): Outcome => {
    const { petId, reason, by } = change;
    const before = folded.get(petId) ?? stockOf(petId);
    const decision = decide(before, change);
    if (!("after" in decision)) return decision;
    revision += 1;
    const { after } = decision;
    folded.set(petId, after);
    movements.push({ revision, petId, before: before ?? null, after, reason, by, at });
    return { kind: "updated", item: itemOf(petId, after), revision };
  };
  const outcomes = changes.map((change) =>
    change.once === undefined ? make(change) : known.once(change.once, () => make(change)),
  );
  return { outcomes, movements, records: known.made, revision };
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
