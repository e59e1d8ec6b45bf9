// Taking a revision back: each of its movements the other way round, where no pet of it has changed since. A row carries
// the revision that changed it last, so a pet whose row still carries this one is as the revision left it.

import type { Origin } from "./movement.ts";

/** How to take a revision back. */
export interface UndoOptions {
  readonly revision: number;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  readonly by: Origin;
}

/** A pet, and the revision that changed it last. */
export interface ChangedPet {
  readonly petId: bigint;
  readonly revision: number;
}

/** Why a revision was not taken back. `pruned`: the history begins after it, and `begins` is where. */
export type UndoRefusal =
  | { readonly kind: "future"; readonly newest: number }
  | { readonly kind: "pruned"; readonly begins: number }
  /** Pets that have changed since: how many, and the first of them, at most 20. */
  | { readonly kind: "changed_since"; readonly count: number; readonly pets: readonly ChangedPet[] };

export type UndoResult =
  | {
      readonly kind: "undone";
      readonly created: number;
      readonly updated: number;
      readonly removed: number;
      /** The undo's own revision, or the present one where `dryRun`. */
      readonly revision: number;
    }
  | UndoRefusal;

/** How many of the pets that have changed are named. */
export const CHANGED_PETS_MAX = 20;

/** What the engine knows in the transaction. */
export interface HistoryRange {
  readonly newest: number;
  /** The oldest commit's: of what was before it, and of itself, only each pet's last state is left. */
  readonly begins: number;
}

/** Why the revision cannot be taken back, by where the history begins and ends; undefined where that allows it. */
export function refusalOutsideHistory(
  { newest, begins }: HistoryRange,
  revision: number,
): UndoRefusal | undefined {
  if (revision > newest) return { kind: "future", newest };
  return revision <= begins ? { kind: "pruned", begins } : undefined;
}

/** The refusal where pets have changed since, so that no newer change is taken back with it; else undefined. */
export function refusalIfChanged(count: number, pets: readonly ChangedPet[]): UndoRefusal | undefined {
  return count === 0 ? undefined : { kind: "changed_since", count, pets };
}

/**
 * The ledger's word for what an undo took back, where others have the id of their request. No client can send it: a
 * colon is not among the characters of an X-Request-Id.
 */
export function undoRequestId({ revision }: Pick<UndoOptions, "revision">): string {
  return `revision:${revision}`;
}
