// What an import's rows change: computed when they are applied, or, where they change labels, before the lock is taken.

import { isStillAt, type Position } from "../inventory/position.ts";
import type { ComparedDifference, Difference } from "./difference.ts";
import { type Integer, list, only, type Query, sql, type Work } from "./sql.ts";
import { LABEL_STAYS, refuseStaged, type Staged, stagedDifference } from "./staged.ts";
import {
  asStored,
  petsChangedSince,
  type DifferenceTable,
  storeDifference,
  type StoredDifference,
  withRecompared,
} from "./stored-difference.ts";

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
  const { count } = yield* only(sql<{ count: Integer }>`
    SELECT count(*) AS count FROM (${missingLabels(staged)}) AS counted`);
  return Number(count);
}

/** What the rows change, and a commit after which pets may have changed. */
export interface ComparedRows extends StoredDifference {
  readonly at: Position;
}

/**
 * Compares the rows with the inventory, outside the write lock. `at` is the newest
 * commit, or an earlier one. Undefined: the rows are refused as the inventory is now, and may be under the lock.
 */
export function* compareRows(
  imported: ImportedRows & { readonly isConditional: boolean },
  table: DifferenceTable,
  at: Position,
): Work<ComparedRows | undefined> {
  const { staged, isConditional } = imported;
  if (isConditional && (yield* refuseStaged(staged)) !== undefined) return undefined;
  return { ...(yield* storeDifference(differenceOf(imported).query, table)), at };
}

/** The difference at `newest`, under the lock: of the pets that have changed since the comparison it is computed again. */
export function* differenceSince(
  imported: ImportedRows,
  compared: ComparedRows,
  newest: Position,
): Work<Difference | ComparedDifference> {
  if (isStillAt(newest, compared.at)) return asStored(compared);
  const pets = yield* petsChangedSince(compared.at, newest, ofRows(imported));
  if (pets === undefined) return differenceOf(imported);
  if (pets.length === 0) return asStored(compared);
  const { query } = differenceOf(imported, sql`WHERE pet_id IN (${list(pets)})`);
  return yield* withRecompared(compared, pets, query);
}

/** Of the ledger's entries, those of pets in the rows, if other ones do not matter. */
function ofRows({ staged, replace, replaceLabels = false }: ImportedRows): Query {
  if (replace || replaceLabels) return sql``;
  return sql`AND EXISTS (SELECT 1 FROM ${staged.rows} s WHERE s.pet_id = ledger_entry.pet_id)`;
}
