// The ledger: a movement for each pet that a revision changed.

import type { Stock } from "./item.ts";
import type { LabelChange } from "./label.ts";
import type { MovementCursor } from "./movement-cursor.ts";

/** Who requested a change, and with which request; stored in the ledger. */
export interface Origin {
  /** `key:<name>` for the API, `cli:<user>` for the command line. */
  readonly actor: string;
  readonly keyId: string | null;
  readonly requestId: string | null;
}

/** The operation or the command that made a movement, where no reason was stated. */
export const SYSTEM_REASONS = ["update", "set", "adjust", "remove", "import", "undo"] as const;

/** Reasons that people state. */
export const STATED_REASONS = [
  "received",
  "returned",
  "sold",
  "counted",
  "damaged",
  "lost",
  "correction",
] as const;

export type StatedReason = (typeof STATED_REASONS)[number];

/** Why a person changes the stock, for the ledger. */
export interface StatedCause {
  readonly reason?: StatedReason;
  /** See `noteProblem`. */
  readonly note?: string;
}

/** Why a movement happened. */
export const MOVEMENT_REASONS = [...SYSTEM_REASONS, ...STATED_REASONS] as const;

export type MovementReason = (typeof MOVEMENT_REASONS)[number];

export function isStatedReason(value: unknown): value is StatedReason {
  return (STATED_REASONS as readonly unknown[]).includes(value);
}

/**
 * One entry of the ledger: what a revision changed of a pet. `before` is null if the pet is new, `after` if it is removed; they are
 * equal where only the label changed. `at`: ms since 1970.
 */
export interface Movement {
  readonly revision: number;
  readonly petId: bigint;
  readonly before: Stock | null;
  readonly after: Stock | null;
  /** Absent if the label did not change. */
  readonly label?: LabelChange;
  readonly reason: MovementReason;
  readonly by: Origin;
  readonly at: number;
  /** A person's note about it. */
  readonly note: string | null;
  /** The revision that an undo reversed. */
  readonly undoes: number | null;
  /** The revision of the pet's previous movement; 0 if there is none. */
  readonly previous: number;
}

/**
 * A movement as its own row of the ledger holds it: with the note and the request id null where the revision's `RevisionRequest`
 * holds them.
 */
export interface LedgerEntry extends Omit<Movement, "undoes"> {
  readonly label?: LabelEntry;
}

export interface LabelEntry extends LabelChange {
  /** The revision of the label before; null if the pet had none. */
  readonly previous: number | null;
}

/**
 * The request that made a revision, stored once for all of its movements. A revision without one has note and request id in the
 * row of its only movement: most revisions change one pet.
 */
export interface RevisionRequest {
  readonly revision: number;
  readonly requestId: string | null;
  readonly note: string | null;
  readonly undoes: number | null;
  /** How many labels an import or a large change set changed; null: none, or the revision is small. */
  readonly labels: number | null;
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
  /** Of the request that made them. */
  readonly requestId?: string;
  /** Oldest first. */
  readonly ascending?: boolean;
  /** Continues after this place. */
  readonly after?: MovementCursor;
  /** At most this many, newest first unless `ascending`; within a revision by ascending pet. */
  readonly limit: number;
}

/** Movements in their order. A page may have fewer than the limit, also none: reading it examines a bounded number. */
export interface MovementPage {
  readonly movements: readonly Movement[];
  /** `after` of the next page; null at the end. */
  readonly next: MovementCursor | null;
  /** Of an empty page that is not the last: all commits after this time, in ms since 1970, were searched. */
  readonly searchedBackTo?: number;
  /** Of the last page in ascending order: every movement that the filter selects up to this revision was read. */
  readonly through?: number;
}
