// The result of verifying that the ledger folds to the stock.

import type { Position } from "./position.ts";

/** How many problems are reported. */
export const PROBLEMS_MAX = 20;

/** The result of a verification; each problem is a message about a place where ledger and stock disagree. */
export interface Verification {
  readonly position: Position;
  readonly pets: number;
  readonly movements: number;
  /** The first of them, at most 20; empty means that the ledger folds to the stock. */
  readonly problems: readonly string[];
}
