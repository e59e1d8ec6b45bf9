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

/** Why a revision was not undone. `pruned`: it is at or before the start of the history. */
export type UndoRefusal =
  | { readonly kind: "future"; readonly newest: number }
  | { readonly kind: "pruned"; readonly historyStart: number }
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

/**
 * The ledger's word for what an undo took back, where others have the id of their request. No client can send it: a
 * colon is not among the characters of an X-Request-Id.
 */
export function undoRequestId({ revision }: Pick<UndoOptions, "revision">): string {
  return `revision:${revision}`;
}
