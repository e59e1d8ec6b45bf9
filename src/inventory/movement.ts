// The ledger: a movement for each pet that a revision changed.

import type { Stock } from "./item.ts";

/** Who asked for a change, and by which request; written into the ledger. */
export interface Origin {
  /** `key:<name>` for the API, `cli:<user>` for the command line. */
  readonly actor: string;
  readonly keyId: string | null;
  readonly requestId: string | null;
}

/** Why a movement happened: the operation or the command that made it. */
export const MOVEMENT_REASONS = ["update", "set", "adjust", "remove", "import", "undo"] as const;

export type MovementReason = (typeof MOVEMENT_REASONS)[number];

/**
 * One line of the ledger. `before` is null where the pet is new, `after` where it is removed. `at`: ms since 1970. The
 * request of an undo is `undoRequestId` of the revision that it took back.
 */
export interface Movement {
  readonly revision: number;
  readonly petId: bigint;
  readonly before: Stock | null;
  readonly after: Stock | null;
  readonly reason: MovementReason;
  readonly by: Origin;
  readonly at: number;
}

/** Which movements; those that are absent let all pass. Times are in ms since 1970. */
export interface MovementFilter {
  readonly petId?: bigint;
  /** An API key's id, or its name. */
  readonly key?: string;
  readonly since?: number;
  /** Movements at this very time are not among them. */
  readonly until?: number;
  readonly firstRevision?: number;
  readonly lastRevision?: number;
  readonly reason?: MovementReason;
  /** Goes on after this one. */
  readonly after?: { readonly revision: number; readonly petId: bigint };
  /** How many at the most, the newest first; those of one revision by ascending pet. */
  readonly limit: number;
}
