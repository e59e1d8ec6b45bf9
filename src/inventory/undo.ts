// Undoing a revision: reverses each of its movements, unless one of its pets has changed since. A row carries the revision that
// changed it last, so a pet whose row still carries the revision has not changed since.

import type { AppliedChanges, RecordedUndo } from "./applied-changes.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import type { Stock } from "./item.ts";
import type { Origin } from "./movement.ts";

/** The revision to undo, and how. */
export interface UndoOptions {
  readonly revision: number;
  /** Report only; change nothing. */
  readonly dryRun: boolean;
  /** Leave out pets that have changed since, instead of refusing. */
  readonly skipChanged?: boolean;
  /** Without effect in a dry run, which has no result to keep. */
  readonly idempotencyKey?: IdempotencyKey;
  readonly by: Origin;
}

/** The undo to preview. */
export type PreviewedUndo = Pick<UndoOptions, "revision" | "skipChanged">;

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
export type UndoReport =
  ({ readonly kind: "undone"; readonly skipped: ChangedPets } & AppliedChanges) | UndoRefusal;

/** The others as in `ChangeSetOutcome`: only of an undo with an idempotency key. */
export type UndoResult =
  | UndoReport
  | ({ readonly kind: "replayed" } & RecordedUndo)
  | { readonly kind: "idempotency_mismatch" }
  | { readonly kind: "idempotency_limit"; readonly retryAfterMs: number };

/** At most this many changed pets are listed. */
export const CHANGED_PETS_MAX = 1_000;

export const NO_CHANGED_PETS: ChangedPets = { count: 0, pets: [] };

/**
 * Whether a repetition needs the result of an undo. Where all pets had changed since, it does the same again: nothing. Such a
 * record would name up to `CHANGED_PETS_MAX` pets for a request of no more than its head, and fill the disk.
 */
export function hasRecord({ created, updated, removed, relabelled }: AppliedChanges): boolean {
  return created + updated + removed + relabelled > 0;
}

export function recordOfUndo({
  skipped,
  ...applied
}: AppliedChanges & { skipped: ChangedPets }): RecordedUndo {
  return { ...applied, skipped: { count: skipped.count, petIds: skipped.pets.map(({ petId }) => petId) } };
}
