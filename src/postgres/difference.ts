// A difference: what a whole revision changes, a row for each pet (pet_id, quantity_before, quantity_after,
// status_before, status_after). It is made by sets, not row by row, in the caller's transaction.

import type { ReservedSQL, SQL } from "bun";
import type { MovementReason, Origin } from "../inventory/movement.ts";
import { makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import { revisionAfter } from "./newest-commit.ts";

export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** A table, or a query in parentheses with a name. */
export type Difference = SQL.Query<unknown>;

export async function countDifference(sql: ReservedSQL, difference: Difference): Promise<Counts> {
  const [counts] = await sql`
    SELECT count(*) FILTER (WHERE quantity_before IS NULL) AS created,
      count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NOT NULL) AS updated,
      count(*) FILTER (WHERE quantity_after IS NULL) AS removed
    FROM ${difference}`;
  const { created, updated, removed } = counts;
  return { created: Number(created), updated: Number(updated), removed: Number(removed) };
}

/** Makes it, under the revision after `from`, which it gives. It must not be empty. */
export async function makeDifference(
  sql: ReservedSQL,
  difference: Difference,
  { from, reason, by }: { from: Position; reason: MovementReason; by: Origin },
): Promise<number> {
  const [at, nonce, revision] = [Date.now(), makeNonce(), from.revision + 1];
  await sql`
    INSERT INTO movement
    SELECT ${revision}::bigint, pet_id, quantity_before, quantity_after, status_before, status_after,
      ${reason}, ${by.actor}, ${by.keyId}, ${by.requestId}, ${at}::bigint
    FROM ${difference}`;
  await sql`
    INSERT INTO inventory (pet_id, quantity, status, revision, removed)
    SELECT pet_id, quantity_after, status_after, ${revision}::bigint, 0 FROM movement
    WHERE revision = ${revision} AND quantity_after IS NOT NULL
    ON CONFLICT (pet_id) DO UPDATE SET
      quantity = excluded.quantity, status = excluded.status, revision = excluded.revision, removed = 0`;
  await sql`
    UPDATE inventory SET removed = 1, revision = ${revision}
    WHERE pet_id IN (SELECT pet_id FROM movement WHERE revision = ${revision} AND quantity_after IS NULL)`;
  await sql`INSERT INTO commit_mark VALUES (${revisionAfter(sql, from, revision)}, ${nonce}, ${at})`;
  return revision;
}
