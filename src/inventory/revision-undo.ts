// An undo of a small revision as a unit of a group: what it would reverse was read before, and whether a pet has changed since is
// decided under the lock of the group.

import { sameStock } from "./decide.ts";
import type { Effect, KnownLabel } from "./decide-change-set.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import type { Stock } from "./item.ts";
import type { LabelMembers } from "./label.ts";
import type { Movement, Origin } from "./movement.ts";
import type { Position } from "./position.ts";
import {
  type ChangedPet,
  type ChangedPets,
  NO_CHANGED_PETS,
  type UndoRefusal,
  type UndoResult,
} from "./undo.ts";

/** What an undo restores of a pet: what it was before the revision, of that which the revision changed. */
export interface Reversal {
  readonly petId: bigint;
  /** Null: not in the inventory. */
  readonly stock?: Stock | null;
  /** Null: no label. */
  readonly label?: LabelMembers | null;
  /**
   * What must still be as the revision left it: the pet, or its label alone, so that names can be taken back of pets that have been
   * sold since. A label that the revision removed has no revision of its own, and so no guard.
   */
  readonly guard: "pet" | "label";
}

export function reversalOf({ petId, before, after, label }: Movement): Reversal {
  const isRestocked = !sameStock(before, after);
  return {
    petId,
    ...(isRestocked && { stock: before }),
    ...(label !== undefined && { label: label.before }),
    guard: isRestocked || label?.after == null ? "pet" : "label",
  };
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

interface CurrentPets {
  /** A pet's row; undefined if it has none, which is so only after a prune of a removed pet. */
  readonly petOf: (petId: bigint) => CurrentPet | undefined;
  readonly labelOf: (petId: bigint) => KnownLabel | undefined;
}

export function decideUndo(
  { revision, skipChanged }: Pick<RevisionUndo, "revision" | "skipChanged">,
  reversals: readonly Reversal[],
  { petOf, labelOf }: CurrentPets,
): DecidedUndo {
  const effects: Effect[] = [];
  const changed: ChangedPet[] = [];
  for (const reversal of reversals) {
    const { petId } = reversal;
    const pet = petOf(petId);
    if (pet === undefined) return { kind: "outdated" };
    const label = reversal.label === undefined ? undefined : labelOf(petId);
    const lastChange = reversal.guard === "pet" ? pet.revision : label?.revision;
    if (lastChange === revision) effects.push(effectOf(reversal, pet.stock, label));
    else changed.push({ petId, revision: pet.revision, present: pet.stock });
  }
  const skipped = changed.length === 0 ? NO_CHANGED_PETS : { count: changed.length, pets: changed };
  if (changed.length > 0 && !skipChanged) return { kind: "changed_since", ...skipped };
  return { kind: "effective", effects, skipped };
}

function effectOf(
  { petId, stock, label }: Reversal,
  present: Stock | null,
  known: KnownLabel | undefined,
): Effect {
  const effect = { petId, before: present, after: stock === undefined ? present : stock };
  if (label === undefined) return effect;
  const entry = { before: known?.members ?? null, after: label, previous: known?.revision ?? null };
  return { ...effect, label: entry };
}
