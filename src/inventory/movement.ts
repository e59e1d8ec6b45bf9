// The ledger: a movement for each pet that a revision changed.

import type { Stock } from "./item.ts";

/** Who requested a change, and with which request; stored in the ledger. */
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
 * One entry of the ledger. `before` is null if the pet is new, `after` if it is removed. `at`: ms since 1970. The request id of an
 * undo is `undoRequestId` of the reversed revision.
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

/** Selects movements by all given members. Times are in ms since 1970. */
export interface MovementFilter {
  readonly petId?: bigint;
  /** An API key's id, or its name. */
  readonly key?: string;
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
  readonly firstRevision?: number;
  readonly lastRevision?: number;
  readonly reason?: MovementReason;
  /** Continues after this movement. */
  readonly after?: { readonly revision: number; readonly petId: bigint };
  /** At most this many, newest first; within a revision by ascending pet. */
  readonly limit: number;
}
