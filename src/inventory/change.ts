// A change of one pet, and its possible outcomes.

import type { IdempotencyKey } from "./idempotency.ts";
import type { InventoryItem, PetStatus } from "./item.ts";
import type { MovementReason, Origin } from "./movement.ts";

/** Condition of a change: the item exists (`"exists"`), or has one of these tags (see `itemTag`). */
export type Precondition = "exists" | { readonly anyTagOf: readonly string[] };

export interface Change {
  readonly petId: bigint;
  /** The new stock count, or the difference to the current one. Default: unchanged. */
  readonly quantity?: number | { readonly by: number };
  /** The new status. Default: unchanged. */
  readonly status?: PetStatus;
  /** Creates the pet if it does not exist. */
  readonly create?: boolean;
  /** Removes the pet; quantity and status are then ignored. */
  readonly remove?: boolean;
  readonly precondition?: Precondition;
  readonly idempotencyKey?: IdempotencyKey;
  readonly reason: MovementReason;
  /** A person's note about the change, at most `NOTE_CHARACTERS_MAX`. */
  readonly note?: string;
  readonly by: Origin;
}

/** A change that is being put together: setting its members takes less time than copying it. */
export type ChangeDraft = { -readonly [Member in keyof Change]: Change[Member] };

/**
 * The result of a change. Only `updated` and `removed` (with the previous item) take a revision and a ledger entry. `replayed`: the
 * idempotency key was used before, with this result. `idempotency_mismatch`: the key was used for another request.
 * `idempotency_limit`: the scope has reached its limit of records. `out_of_range`: the result is not a valid quantity; with the
 * current item.
 */
export type Outcome =
  | { readonly kind: "updated"; readonly item: InventoryItem; readonly revision: number }
  | { readonly kind: "removed"; readonly item: InventoryItem; readonly revision: number }
  | { readonly kind: "unchanged"; readonly item: InventoryItem }
  | { readonly kind: "not_found" }
  | { readonly kind: "precondition_failed"; readonly item: InventoryItem }
  | { readonly kind: "out_of_range"; readonly item: InventoryItem }
  | { readonly kind: "replayed"; readonly item: InventoryItem }
  | { readonly kind: "idempotency_mismatch" }
  | { readonly kind: "idempotency_limit"; readonly retryAfterMs: number };
