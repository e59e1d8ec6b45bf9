// Rows of the database as the domain's values. Integers arrive as BigInt (safeIntegers), so ids stay exact.

import type { InventoryItem, PetStatus } from "../inventory/item.ts";

export type ItemRow = [petId: bigint, quantity: bigint, status: PetStatus];

export function itemOfRow([petId, quantity, status]: ItemRow): InventoryItem {
  return { petId, quantity: Number(quantity), status };
}
