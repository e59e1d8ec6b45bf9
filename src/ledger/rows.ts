// Rows of either database as values of the domain.

import type { PetStatus, Stock } from "../inventory/item.ts";
import type { Movement, MovementReason } from "../inventory/movement.ts";
import type { Integer } from "./sql.ts";

export interface MovementRow {
  readonly revision: Integer;
  readonly pet_id: bigint;
  readonly quantity_before: Integer | null;
  readonly quantity_after: Integer | null;
  readonly status_before: PetStatus | null;
  readonly status_after: PetStatus | null;
  readonly reason: MovementReason;
  readonly actor: string;
  readonly key_id: string | null;
  readonly request_id: string | null;
  readonly at: Integer;
  readonly note: string | null;
  readonly undoes: Integer | null;
  readonly previous: Integer;
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
    note: row.note,
    undoes: undoesOf(row),
    previous: Number(row.previous),
  };
}

/** The revision that an undo reversed. */
export function undoesOf({ undoes }: Pick<MovementRow, "undoes">): number | null {
  return undoes === null ? null : Number(undoes);
}

export function stockOf(quantity: Integer | null, status: PetStatus | null): Stock | null {
  return quantity === null || status === null ? null : { quantity: Number(quantity), status };
}
