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
  readonly previous: Integer | null;
}

export function movementOfRow(row: MovementRow): Movement {
  return {
    revision: Number(row.revision),
    petId: row.pet_id,
    before: stockOf(row.quantity_before, row.status_before),
    after: stockOf(row.quantity_after, row.status_after),
    reason: row.reason,
    by: {
      actor: row.actor,
      keyId: row.key_id,
      requestId: undoneBefore(row) === null ? row.request_id : null,
    },
    at: Number(row.at),
    note: row.note,
    undoes: undoesOf(row),
    previous: row.previous === null ? null : Number(row.previous),
  };
}

type RequestRow = Pick<MovementRow, "request_id" | "undoes">;

/** The revision that an undo reversed. */
export function undoesOf(row: RequestRow): number | null {
  return row.undoes === null ? undoneBefore(row) : Number(row.undoes);
}

/** In older schemas the request id of an undo names the revision. No client sends such an id: an X-Request-Id has no colon. */
function undoneBefore({ request_id }: Pick<RequestRow, "request_id">): number | null {
  const revision = /^revision:([1-9][0-9]{0,15})$/.exec(request_id ?? "")?.[1];
  return revision === undefined ? null : Number(revision);
}

export function stockOf(quantity: Integer | null, status: PetStatus | null): Stock | null {
  return quantity === null || status === null ? null : { quantity: Number(quantity), status };
}
