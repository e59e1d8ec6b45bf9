// Decides the effect of one change on the current stock of its pet.

import type { Change, Outcome } from "./change.ts";
import { type InventoryItem, isQuantity, itemTag, STATUS_OF_NEW_PET, type Stock } from "./item.ts";

/** The pet's stock after the change, null if it is removed; or why nothing changes. */
export type Decision =
  | { readonly after: Stock | null }
  | Extract<Outcome, { kind: "unchanged" | "not_found" | "precondition_failed" | "out_of_range" }>;

/** The members of a change that decide its effect: not its origin and its reason. */
type WantedChange = Pick<Change, "petId" | "quantity" | "status" | "create" | "remove" | "precondition">;

export function decide(before: Stock | undefined, change: WantedChange): Decision {
  if (before === undefined && !change.create) return { kind: "not_found" };
  if (change.precondition !== undefined && !holds(change.precondition, before)) {
    return before === undefined
      ? { kind: "not_found" }
      : { kind: "precondition_failed", item: itemOf(change.petId, before) };
  }
  if (change.remove) return before === undefined ? { kind: "not_found" } : { after: null };
  const current = before ?? { quantity: 0, status: STATUS_OF_NEW_PET };
  const after: Stock = {
    quantity: quantityAfter(current.quantity, change.quantity),
    status: change.status ?? current.status,
  };
  if (!isQuantity(after.quantity)) return { kind: "out_of_range", item: itemOf(change.petId, current) };
  if (before !== undefined && sameStock(before, after)) {
    return { kind: "unchanged", item: itemOf(change.petId, before) };
  }
  return { after };
}

function quantityAfter(current: number, wanted: Change["quantity"]): number {
  if (wanted === undefined) return current;
  return typeof wanted === "number" ? wanted : current + wanted.by;
}

function holds(precondition: NonNullable<Change["precondition"]>, before: Stock | undefined): boolean {
  if (before === undefined) return false;
  return precondition === "exists" || precondition.anyTagOf.includes(itemTag(before));
}

/** Null: not in the inventory. */
export function sameStock(a: Stock | null, b: Stock | null): boolean {
  return a?.quantity === b?.quantity && a?.status === b?.status;
}

export function itemOf(petId: bigint, stock: Stock): InventoryItem {
  return { petId, quantity: stock.quantity, status: stock.status };
}
