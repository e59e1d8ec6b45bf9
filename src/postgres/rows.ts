// Rows of the database as the domain's values. A bigint column arrives as a BigInt, an integer column as a number.

import type { InventoryItem, PetStatus } from "../inventory/item.ts";
import type { KeyRecord } from "../inventory/key-store.ts";

export interface ItemRow {
  pet_id: bigint;
  quantity: number;
  status: PetStatus;
}

export function itemOfRow({ pet_id, quantity, status }: ItemRow): InventoryItem {
  return { petId: pet_id, quantity, status };
}

export interface KeyRow {
  id: string;
  account: string;
  name: string;
  hash: string;
  read_only: boolean;
  created_at: bigint;
  expires_at: bigint | null;
  revoked_at: bigint | null;
  last_used_at: bigint | null;
}

export function keyOfRow(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    hash: row.hash,
    readOnly: row.read_only,
    createdAt: Number(row.created_at),
    expiresAt: timeOf(row.expires_at),
    revokedAt: timeOf(row.revoked_at),
    lastUsedAt: timeOf(row.last_used_at),
  };
}

function timeOf(at: bigint | null): number | null {
  return at === null ? null : Number(at);
}
