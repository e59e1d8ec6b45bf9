// Applies an import or a large change set: computes the difference between its staged rows and the stock, and applies it as one
// revision. Set by set, so that memory does not grow with it, and without a temporary table for the difference: SQLite commits
// temporary tables after the inventory, and reports a failed commit where only their disk is full.

import type { AppliedChanges } from "../inventory/applied-changes.ts";
import type { ImportOptions, ImportResult, PlanChanged } from "../inventory/import.ts";
import { isStillAt, type Position, positionOf } from "../inventory/position.ts";
import { applyDifference, countDifference, type Difference, type PutRows } from "./difference.ts";
import { ensureActing } from "./keys.ts";
import { readKnownResults, writeResult } from "./idempotency.ts";
import { readLabelPosition } from "./labels.ts";
import { refuseChangedPlan } from "./plan.ts";
import { readPreview } from "./preview.ts";
import { LABEL_STAYS, refuseStaged, type Staged, stagedDifference } from "./staged.ts";
import { execute, type Integer, only, type Query, rows, sql, type Work } from "./sql.ts";

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
  readonly compared?: ComparedRows;
}

/** A table of a difference, and a commit after which pets may have changed. */
export interface ComparedRows {
  readonly table: Query;
  readonly at: Position;
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
  const difference = yield* differenceNow(staged);
  const unlisted = staged.replaceLabels === true ? yield* countRows(missingLabels(staged.staged)) : 0;
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

function* countRows(query: Query): Work<number> {
  return Number(
    (yield* only(sql<{ count: Integer }>`SELECT count(*) AS count FROM (${query}) AS counted`)).count,
  );
}

function* refuseLabels(expected: readonly Position[]): Work<ImportResult | undefined> {
  const position = yield* readLabelPosition();
  if (expected.some((each) => isStillAt(position, each))) return undefined;
  return { kind: "labels_changed_since", position };
}

/** What comparing needs: no commit. */
type ComparedImport = Pick<StagedImport, "staged" | "replace" | "replaceLabels">;

export function changesLabels({ staged, replaceLabels = false }: ComparedImport): boolean {
  return staged.labels !== undefined || replaceLabels;
}

/**
 * Compares the rows with the inventory, outside the write lock, so that under it nothing but their changes is written: those of
 * labels are twice as many. A table of the engine's temporary ones; in the order in which the changes are written.
 */
export function* compareRows(wanted: ComparedImport, table: Query): Work<void> {
  // Of an earlier attempt, which was refused.
  yield* execute(sql`DROP TABLE IF EXISTS ${table}`);
  yield* execute(sql`
    CREATE TEMP TABLE ${table} AS SELECT * FROM ${differenceOf(wanted).query} ORDER BY pet_id`);
}

/** Beyond so many pets that have changed since the comparison, comparing all again costs no more. */
const RECOMPARED_MAX = 10_000;

/** The difference under the lock: of the pets that have changed since the comparison it is computed again. */
function* differenceNow(staged: StagedImport): Work<Difference> {
  const { compared, newest } = staged;
  if (compared === undefined) return differenceOf(staged);
  const { table, at } = compared;
  const hasLabels = changesLabels(staged);
  if (isStillAt(newest, at)) return { query: sql`${table} AS difference`, hasLabels };
  const known = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision = ${at.revision} AND nonce = ${at.nonce}`);
  const since = sql`FROM ledger_entry WHERE revision > ${at.revision} AND revision <= ${newest.revision}`;
  const changed = yield* countRows(sql`SELECT 1 ${since} LIMIT ${RECOMPARED_MAX + 1}`);
  if (known.length === 0 || changed > RECOMPARED_MAX) return differenceOf(staged);
  const pets = sql`(SELECT pet_id ${since})`;
  const again = differenceOf(staged, sql`WHERE pet_id IN ${pets}`);
  const query = sql`(
    SELECT * FROM ${table} WHERE pet_id NOT IN ${pets} UNION ALL SELECT * FROM ${again.query}
  ) AS difference`;
  return { query, hasLabels };
}

/** `among` restricts the pets. */
function differenceOf(wanted: ComparedImport, among = sql``): Difference {
  const { staged, replace, replaceLabels = false } = wanted;
  const hasLabels = changesLabels(wanted);
  const parts = [stagedDifference(staged, hasLabels)];
  if (replace) parts.push(missing(staged, hasLabels));
  if (replaceLabels) parts.push(missingLabels(staged));
  const all = parts.reduce((query, part) => sql`${query} UNION ALL ${part}`);
  return { query: sql`(SELECT * FROM (${all}) AS parts ${among}) AS difference`, hasLabels };
}

/** The pets that are not in the rows; their labels stay. */
const missing = ({ rows: staged }: Staged, hasLabels: boolean): Query => sql`
  SELECT i.pet_id, i.quantity, NULL, i.status, NULL, i.revision ${hasLabels ? LABEL_STAYS : sql``} FROM inventory i
  WHERE i.removed = 0 AND NOT EXISTS (SELECT 1 FROM ${staged} s WHERE s.pet_id = i.pet_id)`;

/** The labels of pets that are not in the rows; the stock of these stays. */
const missingLabels = ({ rows: staged }: Staged): Query => sql`
  SELECT i.pet_id, CASE WHEN i.removed = 0 THEN i.quantity END, CASE WHEN i.removed = 0 THEN i.quantity END,
    CASE WHEN i.removed = 0 THEN i.status END, CASE WHEN i.removed = 0 THEN i.status END, i.revision,
    1, NULL, NULL, NULL, NULL, i.label_revision
  FROM inventory i
  WHERE i.label_revision IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${staged} s WHERE s.pet_id = i.pet_id)`;
