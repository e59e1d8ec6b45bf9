// Rows of either database as values of the domain.

import type { PetStatus, Stock } from "../inventory/item.ts";
import type { LabelChange, LabelMembers } from "../inventory/label.ts";
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
  /** Null: the label did not change. */
  readonly label_revision: Integer | null;
  readonly label_previous: Integer | null;
  readonly name_before: string | null;
  readonly kind_before: string | null;
  readonly code_before: string | null;
  readonly low_before: Integer | null;
  readonly name_after: string | null;
  readonly kind_after: string | null;
  readonly code_after: string | null;
  readonly low_after: Integer | null;
}

export function movementOfRow(row: MovementRow): Movement {
  return {
    revision: Number(row.revision),
    petId: row.pet_id,
    before: stockOf(row.quantity_before, row.status_before),
    after: stockOf(row.quantity_after, row.status_after),
    ...(row.label_revision !== null && { label: labelChangeOf(row) }),
    reason: row.reason,
    by: { actor: row.actor, keyId: row.key_id, requestId: row.request_id },
    at: Number(row.at),
    note: row.note,
    undoes: undoesOf(row),
    previous: Number(row.previous),
  };
}

type LabelAfterRow = Pick<MovementRow, "name_after" | "kind_after" | "code_after" | "low_after">;

export function labelChangeOf(row: LabelBeforeRow & LabelAfterRow): LabelChange {
  return { before: labelBefore(row), after: labelAfter(row) };
}

/** The columns of a movement that hold the label before it. */
export type LabelBeforeRow = Pick<MovementRow, "name_before" | "kind_before" | "code_before" | "low_before">;

export function labelBefore(row: LabelBeforeRow): LabelMembers | null {
  return labelOf({
    name: row.name_before,
    kind: row.kind_before,
    code: row.code_before,
    low: row.low_before,
  });
}

function labelAfter(row: LabelAfterRow): LabelMembers | null {
  return labelOf({ name: row.name_after, kind: row.kind_after, code: row.code_after, low: row.low_after });
}

export interface LabelColumns {
  readonly name: string | null;
  readonly kind: string | null;
  readonly code: string | null;
  readonly low: Integer | null;
}

/** Null: no member has a value, so there is no label. */
export function labelOf({ name, kind, code, low }: LabelColumns): LabelMembers | null {
  if (name === null && kind === null && code === null && low === null) return null;
  return { name, kind, code, low: low === null ? null : Number(low) };
}

/** The revision that an undo reversed. */
export function undoesOf({ undoes }: Pick<MovementRow, "undoes">): number | null {
  return undoes === null ? null : Number(undoes);
}

export function stockOf(quantity: Integer | null, status: PetStatus | null): Stock | null {
  return quantity === null || status === null ? null : { quantity: Number(quantity), status };
}
