// A difference: what one revision changes, a row for each pet with the columns (pet_id, quantity_before, quantity_after,
// status_before, status_after). It is applied set by set, not row by row, so that memory does not grow with it.

import type { MovementReason, Origin } from "../inventory/movement.ts";
import type { Position } from "../inventory/position.ts";
import { appendCommit } from "./commits.ts";
import { execute, type Integer, only, type Query, sql, type Work } from "./sql.ts";

/** How many pets a difference creates, updates and removes. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** `difference` is what follows FROM: a table, or a query in parentheses with a name. */
export function* countDifference(difference: Query): Work<Counts> {
  const { created, updated, removed } = yield* only(sql<Record<keyof Counts, Integer>>`
    SELECT count(*) FILTER (WHERE quantity_before IS NULL) AS created,
      count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NOT NULL) AS updated,
      count(*) FILTER (WHERE quantity_after IS NULL) AS removed
    FROM ${difference}`);
  return { created: Number(created), updated: Number(updated), removed: Number(removed) };
}

/**
 * Applies `difference` as the revision after `newest`, the newest commit. Gives the counts and the newest revision
 * afterwards: an empty difference writes nothing and takes no revision.
 */
export function* applyDifference(
  difference: Query,
  { newest, reason, by }: { newest: Position; reason: MovementReason; by: Origin },
): Work<Counts & { readonly revision: number }> {
  const [at, revision] = [Date.now(), newest.revision + 1];
  const moved = yield* execute(sql`
    INSERT INTO movement (
      revision, pet_id, quantity_before, quantity_after, status_before, status_after,
      reason, actor, key_id, request_id, at)
    SELECT CAST(${revision} AS bigint), pet_id, quantity_before, quantity_after, status_before, status_after,
      ${reason}, ${by.actor}, ${by.keyId}, ${by.requestId}, CAST(${at} AS bigint)
    FROM ${difference}`);
  if (moved === 0) return { created: 0, updated: 0, removed: 0, revision: newest.revision };
  yield* execute(sql`
    INSERT INTO inventory (pet_id, quantity, status, revision, removed)
    SELECT pet_id, quantity_after, status_after, revision, 0 FROM movement
    WHERE revision = ${revision} AND quantity_after IS NOT NULL
    ON CONFLICT (pet_id) DO UPDATE SET
      quantity = excluded.quantity, status = excluded.status, revision = excluded.revision, removed = 0`);
  yield* execute(sql`
    UPDATE inventory SET removed = 1, revision = ${revision}
    WHERE pet_id IN (SELECT pet_id FROM movement WHERE revision = ${revision} AND quantity_after IS NULL)`);
  yield* appendCommit(newest, { revision, at });
  return { ...(yield* countDifference(sql`movement WHERE revision = ${revision}`)), revision };
}
