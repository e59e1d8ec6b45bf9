// A change of one pet, and its possible outcomes.

import type { IdempotencyKey } from "./idempotency.ts";
import type { InventoryItem, PetStatus } from "./item.ts";
import type { MovementReason, Origin } from "./movement.ts";

/** What must hold for the change to happen: the item exists (`"exists"`), or has one of these tags (see `itemTag`). */
export type Precondition = "exists" | { readonly anyTagOf: readonly string[] };

export interface Change {
  readonly petId: bigint;
  /** The new stock count, or how much more it is to be than it is; the present one is kept where absent. */
  readonly quantity?: number | { readonly by: number };
  /** The new status; the present one is kept where absent. */
  readonly status?: PetStatus;
  /** Makes the pet where there is none. */
  readonly create?: boolean;
  /** Takes the pet out of the inventory; then it has neither quantity nor status. */
  readonly remove?: boolean;
  readonly precondition?: Precondition;
  readonly idempotencyKey?: IdempotencyKey;
  readonly reason: MovementReason;
  readonly by: Origin;
}

/**
 * What came of a change. Only `updated` and `removed` (with what the pet was) took a revision and stand in the ledger.
 * `replayed`: the change was made before, and this is what it came to then; `idempotency_mismatch`: its key was used for
 * something else; `idempotency_limit`: its scope has as many records as there may be, until then; `out_of_range`: what it would
 * come to is no quantity, and this is the present one.
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
