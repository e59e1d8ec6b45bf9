// The totals of the stock after a commit. Each commit carries them, so that stock over time is a look-up.

import type { Movement } from "./movement.ts";
import type { Stock } from "./item.ts";

/** All are int64. */
export interface RunningTotals {
  /** Units of all pets together. */
  readonly quantity: bigint;
  /** Number of pets with a quantity above 0. */
  readonly inStock: bigint;
  /** Number of pets of each status. */
  readonly available: bigint;
  readonly pending: bigint;
  readonly sold: bigint;
  /**
   * Units that were ever added and removed. Only their differences mean something: they count from any number, and wrap around
   * at the ends of int64, so that no amount of changes makes a commit fail.
   */
  readonly totalIn: bigint;
  readonly totalOut: bigint;
}

type Counted = "inStock" | "available" | "pending" | "sold" | "in" | "out";

/** How movements change the totals. */
export type TotalsChange = Readonly<Record<Counted, number | bigint>>;

/** The sums are exact for 4,000,000 movements; larger sets are summed by the database. */
export function totalsChange(movements: readonly Pick<Movement, "before" | "after">[]): TotalsChange {
  const change = { inStock: 0, available: 0, pending: 0, sold: 0, in: 0, out: 0 };
  for (const { before, after } of movements) {
    if (before !== null) count(change, before, -1);
    if (after !== null) count(change, after, 1);
    const difference = (after?.quantity ?? 0) - (before?.quantity ?? 0);
    if (difference > 0) change.in += difference;
    else change.out -= difference;
  }
  return change;
}

function count(change: Record<Counted, number>, { quantity, status }: Stock, by: 1 | -1): void {
  change[status] += by;
  if (quantity > 0) change.inStock += by;
}

export function addTotals(totals: RunningTotals, change: TotalsChange): RunningTotals {
  const [into, out] = [BigInt(change.in), BigInt(change.out)];
  return {
    quantity: totals.quantity + into - out,
    inStock: totals.inStock + BigInt(change.inStock),
    available: totals.available + BigInt(change.available),
    pending: totals.pending + BigInt(change.pending),
    sold: totals.sold + BigInt(change.sold),
    totalIn: BigInt.asIntN(64, totals.totalIn + into),
    totalOut: BigInt.asIntN(64, totals.totalOut + out),
  };
}
