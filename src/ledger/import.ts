// Applies an import: computes the difference between its staged rows and the stock, and applies it as one revision. Set by
// set, so that memory does not grow with it, and without a temporary table for the difference: SQLite commits temporary
// tables after the inventory, and reports a failed commit where only their disk is full.

import type { ImportOptions, ImportResult } from "../inventory/import.ts";
import { STATUS_OF_NEW_PET } from "../inventory/item.ts";
import { isStillAt, type Position } from "../inventory/position.ts";
import { applyDifference, countDifference } from "./difference.ts";
import { type Integer, only, type Query, sql, type Work } from "./sql.ts";

export interface StagedImport extends ImportOptions {
  /** The engine's table of staged rows: pet_id (unique), quantity, status (null: keep the present one). */
  readonly staged: Query;
  /** The newest commit, read under the write lock unless it is a dry run. */
  readonly newest: Position;
}

export function* applyImport(staged: StagedImport): Work<ImportResult> {
  const { newest, ifUnchangedSince } = staged;
  if (ifUnchangedSince !== undefined && !isStillAt(newest, ifUnchangedSince))
    return { kind: "changed_since", revision: newest.revision };
  const difference = differenceOf(staged);
  const applied = staged.dryRun
    ? { ...(yield* countDifference(difference)), revision: newest.revision }
    : yield* applyDifference(difference, staged);
  const { count } = yield* only(sql<{ count: Integer }>`SELECT count(*) AS count FROM ${staged.staged}`);
  return { kind: "applied", ...applied, unchanged: Number(count) - applied.created - applied.updated };
}

function differenceOf({ staged, replace }: StagedImport): Query {
  if (!replace) return sql`(${createdOrUpdated(staged)}) AS difference`;
  return sql`(${createdOrUpdated(staged)} UNION ALL ${missing(staged)}) AS difference`;
}

/** A removed pet counts as absent; its row is a tombstone with the last stock. */
const createdOrUpdated = (staged: Query): Query => sql`
  SELECT s.pet_id, i.quantity AS quantity_before, s.quantity AS quantity_after,
    i.status AS status_before, coalesce(s.status, i.status, ${STATUS_OF_NEW_PET}) AS status_after
  FROM ${staged} s LEFT JOIN inventory i ON i.pet_id = s.pet_id AND i.removed = 0
  WHERE i.pet_id IS NULL OR i.quantity <> s.quantity OR i.status <> coalesce(s.status, i.status)`;

const missing = (staged: Query): Query => sql`
  SELECT i.pet_id, i.quantity, NULL, i.status, NULL FROM inventory i
  WHERE i.removed = 0 AND NOT EXISTS (SELECT 1 FROM ${staged} s WHERE s.pet_id = i.pet_id)`;
