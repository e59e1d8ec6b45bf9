// A difference: what one revision changes, a row for each pet with the columns (pet_id, quantity_before, quantity_after,
// status_before, status_after). It is applied set by set, not row by row, so that memory does not grow with it.

import type { PetStatus } from "../inventory/item.ts";
import type { MovementReason, Origin } from "../inventory/movement.ts";
import { type Position, positionOf } from "../inventory/position.ts";
import type { TotalsChange } from "../inventory/running-totals.ts";
import { appendCommit } from "./commits.ts";
import { execute, type Integer, names, only, type Query, sql, type Work } from "./sql.ts";

/** How many pets a difference creates, updates and removes. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** Where a difference is applied, and what its movements say. */
export interface AppliedDifference {
  /** The newest commit, under the write lock. */
  readonly newest: Position;
  readonly reason: MovementReason;
  readonly note?: string | null;
  readonly by: Origin;
}

/** `difference` is what follows FROM: a query in parentheses with the name "difference". */
export function* countDifference(difference: Query): Work<Counts> {
  const { created, updated, removed } = yield* only(sql<Record<keyof Counts, Integer>>`
    SELECT count(*) FILTER (WHERE quantity_before IS NULL) AS created,
      count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NOT NULL) AS updated,
      count(*) FILTER (WHERE quantity_after IS NULL) AS removed
    FROM ${difference}`);
  return { created: Number(created), updated: Number(updated), removed: Number(removed) };
}

/** The movements of the revision: their number, and how they change the totals. */
export function* sumMovements(movements: Query): Work<TotalsChange & { readonly movements: number }> {
  const row = yield* only(sql<Record<keyof TotalsChange | "movements", Integer>>`
    SELECT count(*) AS movements,
      count(*) FILTER (WHERE quantity_after > 0) - count(*) FILTER (WHERE quantity_before > 0) AS "inStock",
      ${changeOf("available")}, ${changeOf("pending")}, ${changeOf("sold")},
      coalesce(sum(difference) FILTER (WHERE difference > 0), 0) AS "in",
      coalesce(-sum(difference) FILTER (WHERE difference < 0), 0) AS "out"
    FROM (
      SELECT quantity_before, quantity_after, status_before, status_after,
        CAST(coalesce(quantity_after, 0) - coalesce(quantity_before, 0) AS bigint) AS difference
      FROM ${movements}
    ) AS moved`);
  return {
    movements: Number(row.movements),
    inStock: Number(row.inStock),
    available: Number(row.available),
    pending: Number(row.pending),
    sold: Number(row.sold),
    in: BigInt(row.in),
    out: BigInt(row.out),
  };
}

/** How the number of pets of a status changes, as a column with its name. */
export function changeOf(status: PetStatus): Query {
  return sql`
    count(*) FILTER (WHERE status_after = ${status}) - count(*) FILTER (WHERE status_before = ${status}) AS ${names(status)}`;
}

/**
 * Applies `difference` as the revision after `newest`, the newest commit. Gives the counts and the newest revision and
 * position afterwards: an empty difference writes nothing and takes no revision.
 */
export function* applyDifference(
  difference: Query,
  { newest, reason, note = null, by }: AppliedDifference,
): Work<Counts & { readonly revision: number; readonly position: Position }> {
  const [at, revision] = [Date.now(), newest.revision + 1];
  const moved = yield* execute(sql`
    INSERT INTO movement (
      revision, pet_id, quantity_before, quantity_after, status_before, status_after,
      reason, actor, key_id, request_id, at, note, previous)
    SELECT CAST(${revision} AS bigint), difference.pet_id, quantity_before, quantity_after, status_before, status_after,
      ${reason}, ${by.actor}, ${by.keyId}, ${by.requestId}, CAST(${at} AS bigint), ${note}, coalesce(last.revision, 0)
    FROM ${difference} LEFT JOIN inventory AS last ON last.pet_id = difference.pet_id`);
  if (moved === 0)
    return { created: 0, updated: 0, removed: 0, revision: newest.revision, position: positionOf(newest) };
  yield* execute(sql`
    INSERT INTO inventory (pet_id, quantity, status, revision, removed)
    SELECT pet_id, quantity_after, status_after, revision, 0 FROM movement
    WHERE revision = ${revision} AND quantity_after IS NOT NULL
    ON CONFLICT (pet_id) DO UPDATE SET
      quantity = excluded.quantity, status = excluded.status, revision = excluded.revision, removed = 0`);
  yield* execute(sql`
    UPDATE inventory SET removed = 1, revision = ${revision}
    WHERE pet_id IN (SELECT pet_id FROM movement WHERE revision = ${revision} AND quantity_after IS NULL)`);
  const { movements, ...change } = yield* sumMovements(sql`movement WHERE revision = ${revision}`);
  const position = yield* appendCommit(newest, { revision, at, movements, change });
  return { ...(yield* countDifference(sql`movement WHERE revision = ${revision}`)), revision, position };
}
