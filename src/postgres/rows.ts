// Rows of the database as the domain's values. A bigint column arrives as a BigInt, an integer column as a number.

import type { Movement, MovementReason } from "../inventory/movement.ts";
import type { InventoryItem, PetStatus, Stock } from "../inventory/item.ts";
import type { KeyRecord } from "../inventory/key-store.ts";

export interface ItemRow {
  pet_id: bigint;
  quantity: number;
  status: PetStatus;
}

export function itemOfRow({ pet_id, quantity, status }: ItemRow): InventoryItem {
  return { petId: pet_id, quantity, status };
}

export interface MovementRow {
  revision: bigint;
  pet_id: bigint;
  quantity_before: number | null;
  quantity_after: number | null;
  status_before: PetStatus | null;
  status_after: PetStatus | null;
  reason: MovementReason;
  actor: string;
  key_id: string | null;
  request_id: string | null;
  at: bigint;
}

export function movementOfRow(row: MovementRow): Movement {
  return {
    revision: Number(row.revision),
    petId: row.pet_id,
    before: stockOf(row.quantity_before, row.status_before),
    after: stockOf(row.quantity_after, row.status_after),
    reason: row.reason,
    by: { actor: row.actor, keyId: row.key_id, requestId: row.request_id },
    at: Number(row.at),
  };
}

function stockOf(quantity: number | null, status: PetStatus | null): Stock | null {
  return quantity === null || status === null ? null : { quantity, status };
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
