// Stock over time: each commit carries the totals after it, so the stock at a time is that of the last commit before it, found by
// binary search.

import type { Awaitable } from "../inventory/awaitable.ts";
import type { RunningTotals } from "../inventory/running-totals.ts";
import { type StockTotals, stepBounds, type TotalsRange } from "../inventory/totals.ts";
import { TOTALS, totalsOfRow, type TotalsRow } from "./commits.ts";
import { commitsBefore, type CommitTotals, TIMES_MAX } from "./commits-before.ts";
import { type Integer, names, only, type Query, sql, type Work } from "./sql.ts";

/** `run` runs work in one transaction, or each in its own: commits are only appended. */
export async function readTotals(
  run: <T>(work: Work<T>) => Awaitable<T>,
  range: TotalsRange,
): Promise<readonly StockTotals[]> {
  // Steps that have not begun are left out.
  const [now, times] = [Date.now(), stepBounds(range)];
  const bounds = times.slice(0, times.findLastIndex((time) => time <= now) + 2);
  if (bounds.length < 2) return [];
  const first = await run(oldestCommit());
  const found: (CommitTotals | undefined)[] = [];
  for (let i = 0; i < bounds.length; i += TIMES_MAX) {
    const part = await run(commitsBefore(bounds.slice(i, i + TIMES_MAX)));
    found.push(...bounds.slice(i, i + TIMES_MAX).map((time) => part.get(time)));
  }
  // The step that contains now shows the stock as it is, also where another server's clock is ahead of this one's.
  if ((bounds.at(-1) as number) > now) found[found.length - 1] = await run(newestCommit());
  return stepsOf(bounds, found, first);
}

/** `found` has the last commit before each bound. A step that ends before the first commit has no row. */
function stepsOf(
  bounds: readonly number[],
  found: readonly (CommitTotals | undefined)[],
  first: CommitTotals,
): readonly StockTotals[] {
  const totals: StockTotals[] = [];
  for (const [index, at] of bounds.slice(0, -1).entries()) {
    const end = found[index + 1];
    if (end === undefined) continue;
    const start = found[index] ?? first;
    totals.push(stepOf(at, start.totals, end.totals));
  }
  return totals;
}

function stepOf(at: number, start: RunningTotals, end: RunningTotals): StockTotals {
  return {
    at,
    quantity: end.quantity,
    inStock: Number(end.inStock),
    available: Number(end.available),
    pending: Number(end.pending),
    sold: Number(end.sold),
    in: BigInt.asIntN(64, end.totalIn - start.totalIn),
    out: BigInt.asIntN(64, end.totalOut - start.totalOut),
  };
}

function oldestCommit(): Work<CommitTotals> {
  return commitAtEnd(sql`ORDER BY revision`);
}

function newestCommit(): Work<CommitTotals> {
  return commitAtEnd(sql`ORDER BY revision DESC`);
}

function* commitAtEnd(order: Query): Work<CommitTotals> {
  const row = yield* only(sql<TotalsRow & { revision: Integer }>`
    SELECT revision, ${names(...TOTALS)} FROM commit_mark ${order} LIMIT 1`);
  return { revision: Number(row.revision), totals: totalsOfRow(row) };
}
