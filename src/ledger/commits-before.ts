// Finds commits by time. The times of commits ascend (commits.ts), so they are found by binary search.

import type { RunningTotals } from "../inventory/running-totals.ts";
import { TOTALS, totalsOfRow, type TotalsRow } from "./commits.ts";
import { type Integer, names, type Query, rows, sql, type Work } from "./sql.ts";

/** Times that one statement looks up: some milliseconds, also in a history of 10,000,000 movements. */
export const TIMES_MAX = 16;

export interface CommitTotals {
  readonly revision: number;
  readonly totals: RunningTotals;
}

/** The last commit before each of at most `TIMES_MAX` times, in ms since 1970; a time before the first one has none. */
export function* commitsBefore(times: readonly number[]): Work<Map<number, CommitTotals>> {
  const found = yield* rows(sql<TotalsRow & { time: Integer; revision: Integer }>`
    WITH RECURSIVE search (time, low, high, middle, probe) AS (
      SELECT time, low, high, middle, (${commitAt(sql`middle`)}) FROM (
        SELECT time, low, high, low + (high - low + 1) / 2 AS middle FROM (${listOf(times)}) AS times CROSS JOIN (
          SELECT min(revision) - 1 AS low, max(revision) AS high FROM commit_mark
        ) AS bounds
      ) AS first
      UNION ALL
      SELECT time, CASE WHEN probe >= time THEN low ELSE middle END, CASE WHEN probe >= time THEN middle - 1 ELSE high END,
        ${NEXT_MIDDLE}, (${commitAt(NEXT_MIDDLE)})
      FROM search WHERE low < high
    )
    SELECT time, commit_mark.revision, ${names(...TOTALS)} FROM (
      SELECT time, (SELECT revision FROM commit_mark WHERE revision <= low ORDER BY revision DESC LIMIT 1) AS found
      FROM search WHERE low >= high
    ) AS results JOIN commit_mark ON commit_mark.revision = found`);
  return new Map(
    found.map((row) => [Number(row.time), { revision: Number(row.revision), totals: totalsOfRow(row) }]),
  );
}

/** The middle of the half that is searched next. */
const NEXT_MIDDLE = sql`CASE WHEN probe >= time THEN low + (middle - low) / 2 ELSE middle + (high - middle + 1) / 2 END`;

/** The time of the newest commit up to a revision; no commit counts as one before any time. */
function commitAt(revision: Query): Query {
  return sql`SELECT commit_mark.at FROM commit_mark WHERE commit_mark.revision <= ${revision}
    ORDER BY commit_mark.revision DESC LIMIT 1`;
}

function listOf(times: readonly number[]): Query {
  const [first, ...more] = times;
  return more.reduce(
    (all, time) => sql`${all} UNION ALL SELECT CAST(${time} AS bigint)`,
    sql`SELECT CAST(${first as number} AS bigint) AS time`,
  );
}
