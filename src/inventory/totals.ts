// Stock over time, from the totals that each commit carries.

export const TOTALS_STEPS = ["hour", "day", "week"] as const;

export type TotalsStep = (typeof TOTALS_STEPS)[number];

/** At most this many steps in one range. */
export const TOTALS_STEPS_MAX = 1_000;

/** A range of time, ms since 1970, in steps. Steps start at full hours, days or Mondays in UTC. */
export interface TotalsRange {
  /** The range begins with the step that contains this time. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
  readonly step: TotalsStep;
}

/**
 * One step of time. `in` and `out` are the units that were added and removed within it; the other members are the stock at its
 * end, or now for a step that has not ended.
 */
export interface StockTotals {
  /** Start of the step, ms since 1970. */
  readonly at: number;
  /** Units of all pets together. */
  readonly quantity: bigint;
  /** Number of pets with a quantity above 0. */
  readonly inStock: number;
  /** Number of pets of each status. */
  readonly available: number;
  readonly pending: number;
  readonly sold: number;
  readonly in: bigint;
  readonly out: bigint;
}

/**
 * A row for each step since the start of the history, oldest first. `filling`: the totals of an upgraded ledger are still being
 * computed; try again after some seconds.
 */
export type TotalsReport =
  { readonly kind: "totals"; readonly totals: readonly StockTotals[] } | { readonly kind: "filling" };
