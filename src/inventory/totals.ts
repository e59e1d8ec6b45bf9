// Stock over time, from the totals that each commit carries.

export const TOTALS_STEPS = ["hour", "day", "week"] as const;

type TotalsStep = (typeof TOTALS_STEPS)[number];

/** At most this many steps in one range. */
export const TOTALS_STEPS_MAX = 1_000;

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS: Readonly<Record<TotalsStep, number>> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };
/** The first start of a step after 1970: weeks start on Mondays (ISO 8601), and 1970 began on a Thursday. */
const FIRST_START_MS: Readonly<Record<TotalsStep, number>> = { hour: 0, day: 0, week: 4 * DAY_MS };

/** A range of time, ms since 1970, in steps. Steps start at full hours, days or Mondays in UTC. */
export interface TotalsRange {
  /** The range begins with the step that contains this time. */
  readonly since: number;
  /** Exclusive. */
  readonly until: number;
  readonly step: TotalsStep;
}

/** The number of steps of the range; at least one. */
export function countSteps(range: TotalsRange): number {
  return Math.max(1, Math.ceil((range.until - firstStart(range)) / STEP_MS[range.step]));
}

/** The starts of the steps, and the end of the last one, ms since 1970. Throws a RangeError for more than `TOTALS_STEPS_MAX`. */
export function stepBounds(range: TotalsRange): number[] {
  const count = countSteps(range);
  if (count > TOTALS_STEPS_MAX)
    throw new RangeError(`${count} steps; at most ${TOTALS_STEPS_MAX} are allowed`);
  return Array.from({ length: count + 1 }, (_, index) => firstStart(range) + index * STEP_MS[range.step]);
}

function firstStart({ since, step }: TotalsRange): number {
  const offset = FIRST_START_MS[step];
  return Math.floor((since - offset) / STEP_MS[step]) * STEP_MS[step] + offset;
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
