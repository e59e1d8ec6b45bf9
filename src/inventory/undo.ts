// Undoing a revision: reverses each of its movements, unless one of its pets has changed since. A row carries the revision that
// changed it last, so a pet whose row still carries the revision has not changed since.

import type { AppliedChanges } from "./applied-changes.ts";
import type { Stock } from "./item.ts";
import type { Origin } from "./movement.ts";

/** What to undo. */
export interface UndoOptions {
  readonly revision: number;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Leave out pets that have changed since, instead of refusing. */
  readonly skipChanged?: boolean;
  readonly by: Origin;
}

/** A pet, the revision that changed it last, and its stock; null if it was removed. */
export interface ChangedPet {
  readonly petId: bigint;
  readonly revision: number;
  readonly present: Stock | null;
}

/** Pets that have changed since: how many, and the first of them, at most `CHANGED_PETS_MAX`. */
export interface ChangedPets {
  readonly count: number;
  readonly pets: readonly ChangedPet[];
}

/** Why a revision was not undone. `pruned`: it is at or before the start of the history. */
export type UndoRefusal =
  | { readonly kind: "future"; readonly newest: number }
  | { readonly kind: "pruned"; readonly historyStart: number }
  | ({ readonly kind: "changed_since" } & ChangedPets);

/** With `unchanged` 0: a movement always changes its pet. */
export type UndoResult =
  ({ readonly kind: "undone"; readonly skipped: ChangedPets } & AppliedChanges) | UndoRefusal;

/** At most this many changed pets are listed. */
export const CHANGED_PETS_MAX = 1_000;

export const NO_CHANGED_PETS: ChangedPets = { count: 0, pets: [] };

/**
 * The request id of an undo in the ledger: it names the reversed revision. No client can send it, because an X-Request-Id
 * contains no colon.
 */
export function undoRequestId({ revision }: Pick<UndoOptions, "revision">): string {
  return `revision:${revision}`;
}
