// An undo of a small revision as a unit of a group: what it would reverse was read before, and whether a pet has changed since is
// decided under the lock of the group.

import type { Effect } from "./decide-change-set.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import type { Stock } from "./item.ts";
import type { Origin } from "./movement.ts";
import type { Position } from "./position.ts";
import {
  type ChangedPet,
  type ChangedPets,
  NO_CHANGED_PETS,
  type UndoRefusal,
  type UndoResult,
} from "./undo.ts";

/** A pet, and its stock before the revision, which an undo restores; null: not in the inventory. */
export interface Reversal {
  readonly petId: bigint;
  readonly after: Stock | null;
}

/** The reversals of an undo, or why there is nothing to undo: read without a lock. */
export type UndoPlan =
  | {
      readonly kind: "planned";
      /** The newest commit when it was read. */
      readonly at: Position;
      /** By ascending pet. */
      readonly reversals: readonly Reversal[];
    }
  | Exclude<UndoRefusal, { kind: "changed_since" }>;

/** Which undo to plan. */
export interface PlannedUndo {
  readonly revision: number;
  /** No plan is made of a larger revision. */
  readonly petsMax: number;
}

/** `large`: the revision changed more than `petsMax` pets. */
export type PlanOfUndo = UndoPlan | { readonly kind: "large" };

export interface RevisionUndo {
  readonly revision: number;
  readonly plan: UndoPlan;
  /** Leave out pets that have changed since, instead of refusing. */
  readonly skipChanged: boolean;
  readonly idempotencyKey?: IdempotencyKey;
  readonly by: Origin;
}

/**
 * `outdated`: the history is not the one in which the plan was read, because of a restore or a prune; nothing was changed, and the
 * plan is to be read again.
 */
export type UndoOutcome = UndoResult | { readonly kind: "outdated" };

/** A row of a pet that an undo reads; see `KnownPet`. */
interface CurrentPet {
  readonly stock: Stock | null;
  readonly revision: number;
}

type DecidedUndo =
  | { readonly kind: "effective"; readonly effects: readonly Effect[]; readonly skipped: ChangedPets }
  | Extract<UndoRefusal, { kind: "changed_since" }>
  | { readonly kind: "outdated" };

/** `petOf` gives a pet's row; undefined if it has none, which is so only after a prune of a removed pet. */
export function decideUndo(
  { revision, skipChanged }: Pick<RevisionUndo, "revision" | "skipChanged">,
  reversals: readonly Reversal[],
  petOf: (petId: bigint) => CurrentPet | undefined,
): DecidedUndo {
  const effects: Effect[] = [];
  const changed: ChangedPet[] = [];
  for (const { petId, after } of reversals) {
    const pet = petOf(petId);
    if (pet === undefined) return { kind: "outdated" };
    if (pet.revision === revision) effects.push({ petId, before: pet.stock, after });
    else changed.push({ petId, revision: pet.revision, present: pet.stock });
  }
  const skipped = changed.length === 0 ? NO_CHANGED_PETS : { count: changed.length, pets: changed };
  if (changed.length > 0 && !skipChanged) return { kind: "changed_since", ...skipped };
  return { kind: "effective", effects, skipped };
}
