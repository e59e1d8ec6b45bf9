// Rows of the database as the domain's values. A bigint column arrives as a BigInt, an integer column as a number.

import type { InventoryItem, PetStatus } from "../inventory/item.ts";

export interface ItemRow {
  pet_id: bigint;
  quantity: number;
  status: PetStatus;
}

export function itemOfRow({ pet_id, quantity, status }: ItemRow): InventoryItem {
  return { petId: pet_id, quantity, status };
}
