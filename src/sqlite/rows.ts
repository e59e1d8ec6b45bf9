// Rows of the database as the domain's values. Integers arrive as BigInt (safeIntegers), so ids stay exact.

import type { InventoryItem, PetStatus } from "../inventory/item.ts";
import type { KeyRecord } from "../inventory/key-store.ts";

export type ItemRow = [petId: bigint, quantity: bigint, status: PetStatus];

export function itemOfRow([petId, quantity, status]: ItemRow): InventoryItem {
  return { petId, quantity: Number(quantity), status };
}

export interface KeyRow {
  id: string;
  account: string;
  name: string;
  hash: string;
  read_only: bigint;
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
    readOnly: row.read_only === 1n,
    createdAt: Number(row.created_at),
    expiresAt: timeOf(row.expires_at),
    revokedAt: timeOf(row.revoked_at),
    lastUsedAt: timeOf(row.last_used_at),
  };
}

function timeOf(at: bigint | null): number | null {
  return at === null ? null : Number(at);
}
