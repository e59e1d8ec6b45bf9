// The totals of the stock after a commit. Each commit carries them, so that stock over time is a look-up.

import type { Movement } from "./movement.ts";

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

/** How movements change the totals. */
export type TotalsChange = Readonly<
  Record<"inStock" | "available" | "pending" | "sold" | "in" | "out", number | bigint>
>;

/** The sums are exact for 4,000,000 movements; larger sets are summed by the database. */
export function totalsChange(movements: readonly Pick<Movement, "before" | "after">[]): TotalsChange {
  const change = { inStock: 0, available: 0, pending: 0, sold: 0, in: 0, out: 0 };
  for (const { before, after } of movements) {
    const [from, to] = [before === null ? 0 : before.quantity, after === null ? 0 : after.quantity];
    if (to > from) change.in += to - from;
    else change.out += from - to;
    if (from === 0 && to > 0) change.inStock += 1;
    if (from > 0 && to === 0) change.inStock -= 1;
    // Nearly every change keeps the status.
    if (before?.status === after?.status) continue;
    if (before !== null) change[before.status] -= 1;
    if (after !== null) change[after.status] += 1;
  }
  return change;
}

export function addTotals(totals: RunningTotals, change: TotalsChange): RunningTotals {
  const [into, out] = [BigInt(change.in), BigInt(change.out)];
  return {
    quantity: totals.quantity + into - out,
    inStock: add(totals.inStock, change.inStock),
    available: add(totals.available, change.available),
    pending: add(totals.pending, change.pending),
    sold: add(totals.sold, change.sold),
    totalIn: BigInt.asIntN(64, totals.totalIn + into),
    totalOut: BigInt.asIntN(64, totals.totalOut + out),
  };
}

/** Most changes are 0, and BigInt() costs more than the rest. */
function add(total: bigint, change: number | bigint): bigint {
  return change === 0 ? total : total + BigInt(change);
}
