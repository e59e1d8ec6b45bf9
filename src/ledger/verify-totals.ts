// Proves the totals of the commits: those of the newest one are the stock, and each differs from the one before it by the
// movements between them.

import { PROBLEMS_MAX } from "../inventory/maintenance.ts";
import type { Position } from "../inventory/position.ts";
import { changeOf } from "./summary.ts";
import { names, type Query, rows, sql, type Work } from "./sql.ts";

/** A message about a place where ledger and stock disagree. */
export interface Problem {
  readonly problem: string;
}

export function* verifyTotals({ revision }: Position): Work<readonly Problem[]> {
  return [...(yield* rows(wrongNewest(revision))), ...(yield* rows(wrongDifferences()))];
}

const wrongNewest = (revision: number): Query<Problem> => sql<Problem>`
  SELECT 'the newest commit, of revision ' || m.revision || ', says ' || ${listed("m")} || ', the stock is ' || ${listed("i")} AS problem
  FROM commit_mark m CROSS JOIN (
    SELECT coalesce(sum(quantity), 0) AS quantity, count(*) FILTER (WHERE quantity > 0) AS in_stock,
      count(*) FILTER (WHERE status = 'available') AS available, count(*) FILTER (WHERE status = 'pending') AS pending,
      count(*) FILTER (WHERE status = 'sold') AS sold
    FROM inventory WHERE removed = 0
  ) AS i
  WHERE m.revision = ${revision} AND NOT (m.quantity = i.quantity AND m.in_stock = i.in_stock
    AND m.available = i.available AND m.pending = i.pending AND m.sold = i.sold)`;

function listed(table: "m" | "i"): Query {
  const column = (name: string) => names(`${table}.${name}`);
  return sql`${column("quantity")} || ' units, ' || ${column("in_stock")} || ' pets in stock, '
    || ${column("available")} || ' available, ' || ${column("pending")} || ' pending, ' || ${column("sold")} || ' sold'`;
}

/** The first commit of the history has none before it. The sums of units wrap around; where they did, they are not compared. */
const wrongDifferences = (): Query<Problem> => sql<Problem>`
  WITH moved AS (
    SELECT (
        SELECT c.revision FROM commit_mark c WHERE c.revision >= movement.revision ORDER BY c.revision LIMIT 1
      ) AS revision,
      CAST(coalesce(quantity_after, 0) AS bigint) - coalesce(quantity_before, 0) AS units,
      quantity_before, quantity_after, status_before, status_after
    FROM movement WHERE revision > (SELECT min(revision) FROM commit_mark)
  ), sums AS (
    SELECT revision, count(*) AS movements, sum(units) AS quantity,
      coalesce(sum(units) FILTER (WHERE units > 0), 0) AS total_in,
      count(*) FILTER (WHERE quantity_after > 0) - count(*) FILTER (WHERE quantity_before > 0) AS in_stock,
      ${changeOf("available")}, ${changeOf("pending")}, ${changeOf("sold")}
    FROM moved GROUP BY revision
  ), steps AS (
    SELECT revision, movements,
      quantity - lag(quantity) OVER w AS quantity, in_stock - lag(in_stock) OVER w AS in_stock,
      available - lag(available) OVER w AS available, pending - lag(pending) OVER w AS pending,
      sold - lag(sold) OVER w AS sold,
      CAST(total_in AS numeric) - lag(total_in) OVER w AS total_in,
      CAST(total_out AS numeric) - lag(total_out) OVER w AS total_out
    FROM commit_mark WINDOW w AS (ORDER BY revision)
  )
  SELECT 'the totals of revision ' || steps.revision || ' differ from the ones before by ' || steps.quantity
    || ' units, its movements by ' || coalesce(CAST(sums.quantity AS text), 'nothing') AS problem
  FROM steps LEFT JOIN sums ON sums.revision = steps.revision
  WHERE steps.quantity IS NOT NULL AND (sums.revision IS NULL OR steps.movements <> sums.movements
    OR steps.quantity <> sums.quantity OR steps.in_stock <> sums.in_stock OR steps.available <> sums.available
    OR steps.pending <> sums.pending OR steps.sold <> sums.sold
    OR (steps.total_in >= 0 AND steps.total_in <> sums.total_in)
    OR (steps.total_out >= 0 AND steps.total_out <> sums.total_in - sums.quantity))
  ORDER BY steps.revision LIMIT ${PROBLEMS_MAX}`;
