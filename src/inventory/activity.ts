// The activity: the revisions of the history, newest first, with what each changed.

import type { MovementReason } from "./movement.ts";

/** The effect of one revision. `at`: ms since 1970. */
export interface Revision {
  readonly revision: number;
  readonly at: number;
  readonly actor: string;
  readonly keyId: string | null;
  readonly reason: MovementReason;
  readonly note: string | null;
  /** The revision that an undo reversed. */
  readonly undoes: number | null;
  /** Number of pets that it changed. */
  readonly pets: number;
  /** Number of pets whose label it changed. */
  readonly labels: number;
  /** Sum of after minus before, in units. */
  readonly quantityChange: number;
  /**
   * Whether an undo of the whole revision would succeed now: no pet has changed since. Null if finding out would take too
   * long, for a large revision with many later ones; a dry run of the undo tells.
   */
  readonly undoable: boolean | null;
}

export interface RevisionFilter {
  /** Only older revisions. */
  readonly before?: number;
  /** At most this many, from 1. */
  readonly limit: number;
}

/** May have fewer revisions than the limit, also none: reading one page examines a bounded number of movements. */
export interface RevisionPage {
  readonly revisions: readonly Revision[];
  /** `before` of the next page; null at the end. */
  readonly next: number | null;
}
