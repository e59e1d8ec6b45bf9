// The effect of a change set, an import or an undo.

import type { Position } from "./position.ts";

/**
 * How many pets a change set creates, updates and removes in the inventory, of how many it changes the label (also of the ones
 * before), and how many are as wanted already.
 */
export interface ChangeCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly relabelled: number;
  readonly unchanged: number;
}

export interface AppliedChanges extends ChangeCounts {
  /** The set's revision; the newest one if nothing changed, or in a dry run. */
  readonly revision: number;
  /** The commit that contains the revision, which may contain later ones, too. */
  readonly position: Position;
}

/** The effect of an undo, as its idempotency record holds it: of the pets that it skipped the ids alone. */
export interface RecordedUndo extends AppliedChanges {
  readonly skipped: { readonly count: number; readonly petIds: readonly bigint[] };
}
