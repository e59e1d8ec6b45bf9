// Applies an import or a large change set: computes the difference between its staged rows and the stock, and applies it as one
// revision. Set by set, so that memory does not grow with it. A table for the difference is written in a transaction of its own, if
// at all: SQLite commits temporary tables after the inventory, and reports a failed commit where only their disk is full.

import type { AppliedChanges } from "../inventory/applied-changes.ts";
import type { ImportOptions, ImportResult, PlanChanged } from "../inventory/import.ts";
import { isStillAt, type Position, positionOf } from "../inventory/position.ts";
import { applyDifference, countDifference, type PutRows } from "./difference.ts";
import { type ComparedRows, countMissingLabels, differenceOf, differenceSince } from "./import-difference.ts";
import { readKnownResults, writeResult } from "./idempotency.ts";
import { ensureActing } from "./keys.ts";
import { readLabelPosition } from "./labels.ts";
import { refuseChangedPlan } from "./plan.ts";
import { readPreview } from "./preview.ts";
import { refuseStaged, type Staged } from "./staged.ts";
import type { Work } from "./sql.ts";

export interface StagedImport extends ImportOptions {
  readonly staged: Staged;
  /** The number of staged rows. */
  readonly count: number;
  /** Whether rows have conditions: whether their pet exists, a tag, or a difference whose result may be out of range. */
  readonly isConditional: boolean;
  /** The newest commit, read under the write lock unless it is a dry run. */
  readonly newest: Position;
  /** The limit of idempotency records of each scope. */
  readonly recordsMax: number;
  readonly putRows?: PutRows;
  /** The difference as it was before the lock was taken. */
  readonly compared?: ComparedRows | undefined;
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

/**
 * Whether the rows have the effects of their plan at `newest`, which is the result then. Done without the write lock and again with it,
 * which compares only what has been committed meanwhile; then `applyImport` may apply the rows. A repeated request is left to it.
 */
export function* checkPlan(
  { idempotencyKey, recordsMax, newest, ...staged }: StagedImport,
  planAt: Position,
): Work<Position | PlanChanged> {
  if (idempotencyKey !== undefined) {
    const known = yield* readKnownResults(idempotencyKey, recordsMax);
    if (known.resultOf(idempotencyKey) !== undefined) return planAt;
  }
  return (yield* refuseChangedPlan(staged, { planAt, newest })) ?? newest;
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
  const labelsAt = staged.ifLabelsAt === undefined ? undefined : yield* refuseLabels(staged.ifLabelsAt);
  if (labelsAt !== undefined) return labelsAt;
  const refusal = staged.isConditional ? yield* refuseStaged(staged.staged) : undefined;
  if (refusal !== undefined) return refusal;
  const { compared } = staged;
  const difference =
    compared === undefined ? differenceOf(staged) : yield* differenceSince(staged, compared, newest);
  const unlisted = staged.replaceLabels === true ? yield* countMissingLabels(staged.staged) : 0;
  const { pets, labels, ...applied } = staged.dryRun
    ? { ...(yield* countDifference(difference)), revision: newest.revision, position: positionOf(newest) }
    : yield* applyDifference(difference, staged);
  // Those that `replace` removes are not among the rows.
  const effective = pets - (staged.replace ? applied.removed : 0) - unlisted;
  const result = { kind: "applied", ...applied, unchanged: staged.count - effective } as const;
  if (staged.replaceLabels !== undefined) return { ...result, labels };
  if (!staged.dryRun || staged.previewRows === undefined) return result;
  return { ...result, preview: yield* readPreview(staged, result, staged.previewRows) };
}

function* refuseLabels(expected: readonly Position[]): Work<ImportResult | undefined> {
  const position = yield* readLabelPosition();
  if (expected.some((each) => isStillAt(position, each))) return undefined;
  return { kind: "labels_changed_since", position };
}
