// What an import's rows change: computed when they are applied, or, where they change labels, before the lock is taken.

import { isStillAt, type Position } from "../inventory/position.ts";
import type { ComparedDifference, Difference } from "./difference.ts";
import { type Integer, only, type Query, rows, sql, type Work } from "./sql.ts";
import { LABEL_STAYS, refuseStaged, type Staged, stagedDifference } from "./staged.ts";
import { asStored, storeDifference, type StoredDifference } from "./stored-difference.ts";
import { minus, plus, summarize } from "./summary.ts";

/** The rows, and what becomes of other pets. */
export interface ImportedRows {
  readonly staged: Staged;
  /** Remove pets that are not in the rows. */
  readonly replace: boolean;
  /** Whether to remove the labels of pets that are not in the rows. */
  readonly replaceLabels?: boolean;
}

export function changesLabels({ staged, replaceLabels = false }: ImportedRows): boolean {
  return staged.hasLabels || replaceLabels;
}

/** `among` restricts the pets. */
export function differenceOf(imported: ImportedRows, among = sql``): Difference {
  const { staged, replace, replaceLabels = false } = imported;
  const hasLabels = changesLabels(imported);
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
    1, i.label_revision, NULL, NULL, NULL, NULL
  FROM inventory i
  WHERE i.label_revision IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${staged} s WHERE s.pet_id = i.pet_id)`;

/** How many labels of pets that are not in the rows go. */
export function* countMissingLabels(staged: Staged): Work<number> {
  return yield* countRows(sql`(${missingLabels(staged)})`);
}

/** `query` is in parentheses. */
function* countRows(query: Query): Work<number> {
  return Number(
    (yield* only(sql<{ count: Integer }>`SELECT count(*) AS count FROM ${query} AS counted`)).count,
  );
}

/** What the rows change, and a commit after which pets may have changed. */
export interface ComparedRows extends StoredDifference {
  readonly at: Position;
}

/**
 * Compares the rows with the inventory, outside the write lock. `table` is one of the engine's temporary ones; `at` is the newest
 * commit, or an earlier one. Undefined: the rows are refused as the inventory is now, and may be under the lock.
 */
export function* compareRows(
  imported: ImportedRows & { readonly isConditional: boolean },
  table: Query,
  at: Position,
): Work<ComparedRows | undefined> {
  const { staged, isConditional } = imported;
  if (isConditional && (yield* refuseStaged(staged)) !== undefined) return undefined;
  return { ...(yield* storeDifference(differenceOf(imported).query, table)), at };
}

/** Beyond so many pets that have changed since the comparison, comparing all again costs no more. */
const RECOMPARED_MAX = 10_000;

/** The difference at `newest`, under the lock: of the pets that have changed since the comparison it is computed again. */
export function* differenceSince(
  imported: ImportedRows,
  { table, summary, at }: ComparedRows,
  newest: Position,
): Work<Difference | ComparedDifference> {
  const whole = asStored({ table, summary });
  if (isStillAt(newest, at)) return whole;
  const known = yield* rows(sql`
    SELECT 1 FROM commit_mark WHERE revision = ${at.revision} AND nonce = ${at.nonce}`);
  const since = sql`FROM ledger_entry WHERE revision > ${at.revision} AND revision <= ${newest.revision}`;
  const changed = yield* countRows(sql`(SELECT 1 ${since} LIMIT ${RECOMPARED_MAX + 1})`);
  if (known.length === 0 || changed > RECOMPARED_MAX) return differenceOf(imported);
  const pets = sql`(SELECT pet_id ${since} ${ofRows(imported)})`;
  if ((yield* countRows(pets)) === 0) return whole;
  const old = sql`(SELECT * FROM ${table} AS outdated WHERE pet_id IN ${pets}) AS difference`;
  const recompared = differenceOf(imported, sql`WHERE pet_id IN ${pets}`).query;
  const others = minus(summary, yield* summarize(old));
  return {
    query: sql`(SELECT * FROM ${table} AS others WHERE pet_id NOT IN ${pets}) AS difference`,
    hasLabels: true,
    summary: plus(others, yield* summarize(recompared)),
    recompared,
  };
}

/** Of the ledger's entries, those of pets in the rows, if other ones do not matter. */
function ofRows({ staged, replace, replaceLabels = false }: ImportedRows): Query {
  if (replace || replaceLabels) return sql``;
  return sql`AND EXISTS (SELECT 1 FROM ${staged.rows} s WHERE s.pet_id = ledger_entry.pet_id)`;
}
