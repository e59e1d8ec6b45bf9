// A wish to change one pet, what may come of it, and the ledger's record of what did.

import type { InventoryItem, PetStatus, Stock } from "./item.ts";

/** Who asked for a change, and by which request; written into the ledger. */
export interface Origin {
  /** `key:<name>` for the API, `cli:<user>` for the command line. */
  readonly actor: string;
  readonly keyId: string | null;
  readonly requestId: string | null;
}

/** Why a movement happened: the operation or the command that made it. */
export const MOVEMENT_REASONS = ["update", "set", "adjust", "remove", "import", "undo"] as const;

export type MovementReason = (typeof MOVEMENT_REASONS)[number];

/** What must hold for the change to happen: the item exists (`"exists"`), or has one of these tags (see `itemTag`). */
export type Precondition = "exists" | { readonly anyTagOf: readonly string[] };

/** Makes a change at most once, however often it is sent: whoever repeats its key gets the first result again. */
export interface Once {
  /** Who may repeat it: the API key's id. The same key of another scope is another one. */
  readonly scope: string;
  readonly key: string;
  /** `requestDigest` of all that was asked for: a key that comes again with another one is a mistake. */
  readonly request: string;
}

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
  readonly once?: Once;
  readonly reason: MovementReason;
  readonly by: Origin;
}

/**
 * What came of a change. Only `updated` and `removed` (with what the pet was) took a revision and stand in the ledger.
 * `replayed`: the change was made before, and this is what it came to then; `once_mismatch`: its key was used for
 * something else; `once_limit`: its scope has as many records as there may be, until then; `out_of_range`: what it would
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
  | { readonly kind: "once_mismatch" }
  | { readonly kind: "once_limit"; readonly retryAfterMs: number };

/**
 * One line of the ledger. `before` is null where the pet is new, `after` where it is removed. `at`: ms since 1970. The
 * request of an undo is `requestOfUndo` of the revision that it took back.
 */
export interface Movement {
  readonly revision: number;
  readonly petId: bigint;
  readonly before: Stock | null;
  readonly after: Stock | null;
  readonly reason: MovementReason;
  readonly by: Origin;
  readonly at: number;
}
