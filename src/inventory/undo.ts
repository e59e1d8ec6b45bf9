// Undoing a revision: reverses each of its movements, unless one of its pets has changed since. A row carries the revision that
// changed it last, so a pet whose row still carries the revision has not changed since.

import type { Origin } from "./movement.ts";

/** What to undo. */
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
      /** The undo's own revision; with `dryRun` the newest one. */
      readonly revision: number;
    }
  | UndoRefusal;

/** At most this many changed pets are listed. */
export const CHANGED_PETS_MAX = 20;

/**
 * The request id of an undo in the ledger: it names the reversed revision. No client can send it, because an X-Request-Id
 * contains no colon.
 */
export function undoRequestId({ revision }: Pick<UndoOptions, "revision">): string {
  return `revision:${revision}`;
}
