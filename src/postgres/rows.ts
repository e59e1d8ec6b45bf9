// Rows of the database as the domain's values. A bigint column arrives as a BigInt, an integer column as a number.

import type { Retirement } from "../inventory/retirement.ts";
import type { InventoryItem, PetStatus } from "../inventory/item.ts";

export interface ItemRow {
  pet_id: bigint;
  quantity: number;
  status: PetStatus;
}

export function itemOfRow({ pet_id, quantity, status }: ItemRow): InventoryItem {
  return { petId: pet_id, quantity, status };
}

export interface RetirementRow {
  retired_at: bigint | null;
  moved_to: string | null;
}

export function retirementOf({ retired_at: at, moved_to: to }: RetirementRow): Retirement | undefined {
  return at === null || to === null ? undefined : { at: Number(at), to };
}
