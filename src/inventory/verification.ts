// The proof that the ledger folds to the stock.

import type { Position } from "./position.ts";

/** How many problems are reported. */
export const PROBLEMS_MAX = 20;

/** A place where ledger and stock disagree, in words. */
export interface Verification {
  readonly position: Position;
  readonly pets: number;
  readonly movements: number;
  /** The first of them, at most 20; empty means that the ledger folds to the stock. */
  readonly problems: readonly string[];
}
