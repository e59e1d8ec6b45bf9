// One item as the wire has it: members in the contract's order, the id with all its digits.

import type { InventoryItem } from "../inventory/item.ts";

/** `{"petId":1,"quantity":2,"status":"sold"}`, without white space; ASCII only. */
export function itemJson({ petId, quantity, status }: InventoryItem): string {
  return `{"petId":${petId},"quantity":${quantity},"status":"${status}"}`;
}
