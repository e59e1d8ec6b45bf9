// Applies an import or a large change set: computes the difference between its staged rows and the stock, and applies it as one
// revision. Set by set, so that memory does not grow with it, and without a temporary table for the difference: SQLite commits
// temporary tables after the inventory, and reports a failed commit where only their disk is full.

import type { AppliedChanges } from "../inventory/applied-changes.ts";
import type { ImportOptions, ImportResult } from "../inventory/import.ts";
import { isStillAt, type Position, positionOf } from "../inventory/position.ts";
import { applyDifference, countDifference, type PutStock } from "./difference.ts";
import { ensureActing } from "./keys.ts";
import { readKnownResults, writeResult } from "./idempotency.ts";
import { refuseStaged, stagedDifference } from "./staged.ts";
import { type Query, sql, type Work } from "./sql.ts";

interface StagedImport extends ImportOptions {
  /** The engine's table of staged rows (staged.ts). */
  readonly staged: Query;
  /** The number of staged rows. */
  readonly count: number;
  /** Whether rows have conditions: whether their pet exists, a tag, or a difference whose result may be out of range. */
  readonly isConditional: boolean;
  /** The newest commit, read under the write lock unless it is a dry run. */
  readonly newest: Position;
  /** The limit of idempotency records of each scope. */
  readonly recordsMax: number;
  readonly putStock?: PutStock;
}

export function* applyImport(staged: StagedImport): Work<ImportResult> {
  yield* ensureActing(staged.by.keyId);
  const { idempotencyKey, dryRun } = staged;
  if (idempotencyKey === undefined || dryRun) return yield* applyOrRefuse(staged);
  const known = yield* readKnownResults(idempotencyKey, staged.recordsMax);
  const first = known.resultOf(idempotencyKey);
  // Equal requests have results of one kind.
  if (first?.kind === "replayed") return { kind: "replayed", ...(first.result as AppliedChanges) };
  if (first !== undefined) return first;
  const result = yield* applyOrRefuse(staged);
  if (result.kind === "applied") yield* writeResult(known, idempotencyKey, result);
  return result;
}

/** Whether the import has written anything: its revision, or the record of its key. */
export function hasWritten(
  result: ImportResult,
  { newest, idempotencyKey, dryRun }: Pick<StagedImport, "newest" | "idempotencyKey" | "dryRun">,
): boolean {
  if (result.kind !== "applied" || dryRun) return false;
  return result.revision !== newest.revision || idempotencyKey !== undefined;
}

function* applyOrRefuse(staged: StagedImport): Work<ImportResult> {
  const { newest, ifUnchangedSince } = staged;
  if (ifUnchangedSince !== undefined && !isStillAt(newest, ifUnchangedSince))
    return { kind: "changed_since", revision: newest.revision };
  const refusal = staged.isConditional ? yield* refuseStaged(staged.staged) : undefined;
  if (refusal !== undefined) return refusal;
  const difference = differenceOf(staged);
  const applied = staged.dryRun
    ? { ...(yield* countDifference(difference)), revision: newest.revision, position: positionOf(newest) }
    : yield* applyDifference(difference, staged);
  // With `replace`, the removed pets are not among the rows.
  const effective = applied.created + applied.updated + (staged.replace ? 0 : applied.removed);
  return { kind: "applied", ...applied, unchanged: staged.count - effective };
}

function differenceOf({ staged, replace }: StagedImport): Query {
  if (!replace) return sql`(${stagedDifference(staged)}) AS difference`;
  return sql`(${stagedDifference(staged)} UNION ALL ${missing(staged)}) AS difference`;
}

const missing = (staged: Query): Query => sql`
  SELECT i.pet_id, i.quantity, NULL, i.status, NULL, i.revision FROM inventory i
  WHERE i.removed = 0 AND NOT EXISTS (SELECT 1 FROM ${staged} s WHERE s.pet_id = i.pet_id)`;
