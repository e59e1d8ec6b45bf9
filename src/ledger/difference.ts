// A difference: what one revision changes, a row for each pet with the columns (pet_id, quantity_before, quantity_after,
// status_before, status_after, previous: the revision in the pet's row, also in that of a removed pet, or 0). Where it changes labels,
// also (relabelled: 0 or 1; label_previous: the revision of the label that the pet has, or null; name, kind, code, low: the label
// afterwards if relabelled is 1). It is applied set by set, not row by row, so that memory does not grow with it.

import type { LabelCounts } from "../inventory/import.ts";
import { STATUS_OF_NEW_PET } from "../inventory/item.ts";
import type { MovementReason, Origin } from "../inventory/movement.ts";
import { type Position, positionOf } from "../inventory/position.ts";
import type { TotalsChange } from "../inventory/running-totals.ts";
import { appendCommit, writeRequest } from "./commits.ts";
import { originIdOf } from "./origins.ts";
import { execute, type Integer, only, type Query, sql, type Work } from "./sql.ts";
import {
  countLabels,
  HAS_MEMBER,
  NO_LABELS,
  RESTOCKED,
  type StockCounts,
  type StockSummary,
  summarize,
  summarizeStock,
  type Summary,
  sumOfLabels,
} from "./summary.ts";

export interface Difference {
  /** What follows FROM: a query in parentheses with the name "difference". */
  readonly query: Query;
  /** Whether it has the columns of labels. */
  readonly hasLabels: boolean;
}

/** A difference that was computed before the lock was taken. It has the columns of labels. */
export interface ComparedDifference extends Difference {
  readonly summary: Summary;
  /** Of the pets that have changed since then, whose rows are not in `query`. */
  readonly recompared: Query | undefined;
}

/** How many pets and labels a difference creates, updates and removes. */
export interface Counts extends StockCounts {
  readonly relabelled: number;
  readonly labels: LabelCounts;
  /** How many pets it changes in any way. */
  readonly pets: number;
}

/** Where a difference is applied, and what its movements say. */
interface AppliedDifference {
  /** The newest commit, under the write lock. */
  readonly newest: Position;
  readonly reason: MovementReason;
  readonly note?: string | null;
  readonly by: Origin;
  /** The revision that an undo reverses. */
  readonly undoes?: number | null;
  /** Default: in SQL that both engines understand. */
  readonly putRows?: PutRows;
}

/** Writes rows of the inventory that a revision creates or updates. The values were checked. */
export interface PutRows {
  /** Those that its movements name. */
  stock(restocked: Pick<StockSummary, "movements" | "restated" | "removed">, revision: number): Work<void>;
  /** All rows of a query, with all columns, and `previous`: 0 where a row is new. */
  pets(rows: Query): Work<void>;
}

export function* countDifference({ query, hasLabels }: Difference): Work<Counts> {
  const row = yield* only(sql<Record<"pets" | keyof StockCounts, Integer>>`
    SELECT count(*) AS pets,
      count(*) FILTER (WHERE quantity_before IS NULL AND quantity_after IS NOT NULL) AS created,
      count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NOT NULL AND ${RESTOCKED}) AS updated,
      count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NULL) AS removed
    FROM ${query}`);
  const stock = { created: Number(row.created), updated: Number(row.updated), removed: Number(row.removed) };
  const labels = hasLabels ? yield* countLabels(query) : NO_LABELS;
  return { ...stock, relabelled: sumOfLabels(labels), labels, pets: Number(row.pets) };
}

/**
 * Applies `difference` as the revision after `newest`, the newest commit. Gives the counts and the newest revision and
 * position afterwards: an empty difference writes nothing and takes no revision.
 */
export function* applyDifference(
  difference: Difference | ComparedDifference,
  { newest, reason, note = null, by, undoes = null, putRows = PORTABLY }: AppliedDifference,
): Work<Counts & { readonly revision: number; readonly position: Position }> {
  const [at, revision] = [Date.now(), newest.revision + 1];
  const origin = yield* originIdOf({ reason, by });
  let pets = 0;
  for (const part of partsOf(difference))
    pets += yield* execute(sql`
      INSERT INTO ledger_entry (
        revision, pet_id, quantity_before, quantity_after, status_before, status_after,
        origin, request_id, at, note, previous)
      SELECT CAST(${revision} AS bigint), pet_id, quantity_before, quantity_after,
        nullif(status_before, status_after), status_after,
        CAST(${origin} AS integer), NULL, CAST(${at} AS bigint), NULL, previous
      FROM ${part}`);
  if (pets === 0) return { ...NOTHING_CHANGED, revision: newest.revision, position: positionOf(newest) };
  const { change, labels, ...counts } = difference.hasLabels
    ? yield* putPets(difference, revision, putRows)
    : yield* putStocks(revision, putRows);
  const relabelled = sumOfLabels(labels);
  yield* writeRequest({ revision, requestId: by.requestId, note, undoes, labels: relabelled || null });
  const position = yield* appendCommit(newest, { revision, at, movements: pets, change });
  return { ...counts, relabelled, labels, pets, revision, position };
}

const NOTHING_CHANGED: Counts = {
  created: 0,
  updated: 0,
  removed: 0,
  relabelled: 0,
  labels: NO_LABELS,
  pets: 0,
};

type Put = StockCounts & { readonly labels: LabelCounts; readonly change: TotalsChange };

/** Writes the rows of pets whose stock the revision changes. */
function* putStocks(revision: number, putRows: PutRows): Work<Put> {
  const { movements, restated, change, ...counts } = yield* summarizeStock(
    sql`movement WHERE revision = ${revision}`,
  );
  yield* putRows.stock({ movements, restated, removed: counts.removed }, revision);
  if (counts.removed > 0) yield* removeStock(revision);
  return { ...counts, change, labels: NO_LABELS };
}

/**
 * Writes the rows of pets whose stock or label the revision changes, and their labels. A label without a pet in the inventory has the
 * row of a removed one. The inventory comes last: the difference may be read from it.
 */
function* putPets(
  difference: Difference | ComparedDifference,
  revision: number,
  putRows: PutRows,
): Work<Put> {
  const summary = "summary" in difference ? difference.summary : yield* summarize(difference.query);
  for (const part of partsOf(difference))
    yield* execute(sql`
      INSERT INTO label_entry (revision, pet_id, name, kind, code, low, previous)
      SELECT CAST(${revision} AS bigint), pet_id, name, kind, code, low, label_previous
      FROM ${part} WHERE relabelled = 1`);
  for (const part of partsOf(difference)) yield* putRows.pets(petRows(part, revision));
  const { movements: _, restated: __, ...put } = summary;
  return put;
}

/** Each is written by its own statement: SQLite takes twice as long for a union. */
function partsOf(difference: Difference | ComparedDifference): readonly Query[] {
  const isSplit = "recompared" in difference && difference.recompared !== undefined;
  return isSplit ? [difference.query, difference.recompared] : [difference.query];
}

/** The rows of the pets afterwards. Nothing reads the stock of one that is not in the inventory. */
const petRows = (difference: Query, revision: number): Query => sql`(
    SELECT pet_id, coalesce(quantity_after, quantity_before, 0) AS quantity,
      coalesce(status_after, status_before, ${STATUS_OF_NEW_PET}) AS status, CAST(${revision} AS bigint) AS revision,
      CASE WHEN quantity_after IS NULL THEN 1 ELSE 0 END AS removed, previous,
      CASE WHEN relabelled = 0 THEN label_previous WHEN ${HAS_MEMBER} THEN ${revision} END AS label_revision
    FROM ${difference}
  )`;

function* updatePets(rows: Query): Work<void> {
  yield* execute(sql`
    UPDATE inventory SET quantity = d.quantity, status = d.status, revision = d.revision,
      removed = d.removed, label_revision = d.label_revision
    FROM ${rows} AS d WHERE d.pet_id = inventory.pet_id AND d.previous > 0`);
  yield* execute(sql`
    INSERT INTO inventory (pet_id, quantity, status, revision, removed, label_revision)
    SELECT pet_id, quantity, status, revision, removed, label_revision FROM ${rows} AS d WHERE previous = 0`);
}

/** Rows whose status stays are updated without it: an upsert takes more than twice as long. */
function* putStockPortably(
  { movements, restated, removed }: Pick<StockSummary, "movements" | "restated" | "removed">,
  revision: number,
): Work<void> {
  if (movements > restated)
    yield* execute(sql`
      UPDATE inventory SET quantity = m.quantity_after, revision = m.revision FROM movement AS m
      WHERE m.revision = ${revision} AND m.pet_id = inventory.pet_id AND m.status_before = m.status_after`);
  if (restated > removed)
    yield* execute(sql`
      INSERT INTO inventory (pet_id, quantity, status, revision, removed)
      SELECT pet_id, quantity_after, status_after, revision, 0 FROM movement
      WHERE revision = ${revision} AND quantity_after IS NOT NULL AND status_before IS DISTINCT FROM status_after
      ON CONFLICT (pet_id) DO UPDATE SET
        quantity = excluded.quantity, status = excluded.status, revision = excluded.revision, removed = 0`);
}

const PORTABLY: PutRows = { stock: putStockPortably, pets: updatePets };

function* removeStock(revision: number): Work<void> {
  yield* execute(sql`
    UPDATE inventory SET removed = 1, revision = ${revision}
    WHERE pet_id IN (SELECT pet_id FROM ledger_entry WHERE revision = ${revision} AND quantity_after IS NULL)`);
}
