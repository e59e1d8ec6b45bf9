// A change set: changes of several pets, applied as one revision, or not at all.

import type { IdempotencyKey } from "./idempotency.ts";
import type { PetStatus, Stock } from "./item.ts";
import type { LabelMembers, LabelPatch } from "./label.ts";
import type { MovementReason, Origin } from "./movement.ts";
import type { AppliedChanges } from "./applied-changes.ts";
import type { ChangePreview } from "./change-preview.ts";
import type { Position } from "./position.ts";

/** The change of one pet in a change set. The pet must exist, unless `create` is given, or nothing but the label changes. */
export interface PetChange {
  readonly petId: bigint;
  /** The new stock count, or the difference to the current one. Default: unchanged; 0 for a new pet. */
  readonly quantity?: number | { readonly by: number };
  /** The new status. Default: unchanged; `available` for a new pet. */
  readonly status?: PetStatus;
  /** Creates the pet, which must not exist. */
  readonly create?: boolean;
  /** Removes the pet; quantity and status are then ignored. */
  readonly remove?: boolean;
  /** The change is refused unless the pet has this tag (`itemTag`). */
  readonly ifMatch?: string;
  /** Changes the label; null removes it. */
  readonly label?: LabelPatch | null;
  /** The change is refused unless the label has these members; null: unless the pet has no label. */
  readonly ifLabel?: LabelPatch | null;
}

/** Whether the change is of the label alone: then the inventory need not have the pet. */
export function isOfLabelAlone({ quantity, status, create, remove, label }: PetChange): boolean {
  return label !== undefined && quantity === undefined && status === undefined && !create && !remove;
}

export interface ChangeSet {
  /** At most one for each pet. */
  readonly changes: readonly PetChange[];
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Of a dry run: how many changes of each kind its preview has; undefined: it has none. */
  readonly previewRows?: number;
  /**
   * Refuse unless the changes have the effects that they had at this position, whatever else has changed since. Without effect in a
   * dry run.
   */
  readonly planAt?: Position;
  /** Without effect in a dry run, which has no result to keep. */
  readonly idempotencyKey?: IdempotencyKey;
  readonly reason: MovementReason;
  readonly note?: string | null;
  readonly by: Origin;
}

const CHANGE_PROBLEM_CODES = [
  "pet_not_found",
  "pet_exists",
  "quantity_out_of_range",
  "duplicate_pet",
] as const;

/** `pet_exists`: it was to be created. `quantity_out_of_range`: of the result, because of `by`. */
export type ChangeProblemCode = (typeof CHANGE_PROBLEM_CODES)[number];

/** A change that cannot be applied. */
export interface ChangeProblem {
  /** Index of the change in its set, from 0; line of a row in its file, from 1. */
  readonly place: number;
  readonly petId: bigint;
  readonly code: ChangeProblemCode;
  /** The place of the pet's first change, for `duplicate_pet`. */
  readonly firstPlace?: number;
  /** The pet as it is, and the difference that was asked for, for `quantity_out_of_range`. */
  readonly present?: Stock;
  readonly by?: number;
}

/** A change whose `ifMatch` is not the pet's tag, or whose `ifLabel` is not its label. */
export interface ChangeConflict {
  readonly place: number;
  readonly petId: bigint;
  /** Null: not in the inventory. */
  readonly present: Stock | null;
  /** The label as it is; only where `ifLabel` did not hold. */
  readonly label?: LabelMembers | null;
}

/** Problems and conflicts are listed up to this number, the first ones; `count` is the number of all. */
export const LISTED_MAX = 100;

/** Why a change set was not applied. Conflicts are reported if there is no problem. */
export type ChangeSetRefusal =
  | { readonly kind: "invalid"; readonly count: number; readonly problems: readonly ChangeProblem[] }
  | { readonly kind: "conflicts"; readonly count: number; readonly conflicts: readonly ChangeConflict[] };

/** `replayed`, `idempotency_mismatch` and `idempotency_limit` as in `Outcome`. */
export type ChangeSetOutcome =
  | ({ readonly kind: "applied"; readonly preview?: ChangePreview } & AppliedChanges)
  | ({ readonly kind: "replayed" } & AppliedChanges)
  | ChangeSetRefusal
  | { readonly kind: "idempotency_mismatch" }
  | { readonly kind: "idempotency_limit"; readonly retryAfterMs: number }
  /** A pet has changed since `planAt`, or that is not in the history. Whether the effects are others an import stage finds out. */
  | { readonly kind: "outdated" };
