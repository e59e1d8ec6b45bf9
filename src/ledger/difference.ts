// A difference: what one revision changes, a row for each pet with the columns (pet_id, quantity_before, quantity_after,
// status_before, status_after, previous: the revision in the pet's row, also in that of a removed pet, or 0). Where it changes labels,
// also (relabelled: 0 or 1; name, kind, code, low: the label afterwards if it is 1; label_previous: the revision of the label that the
// pet has, or null). It is applied set by set, not row by row, so that memory does not grow with it.

import type { LabelCounts } from "../inventory/import.ts";
import { type PetStatus, QUANTITY_MAX, STATUS_OF_NEW_PET } from "../inventory/item.ts";
import type { MovementReason, Origin } from "../inventory/movement.ts";
import { type Position, positionOf } from "../inventory/position.ts";
import type { TotalsChange } from "../inventory/running-totals.ts";
import { StoreError } from "../inventory/store-error.ts";
import { appendCommit, writeRequest } from "./commits.ts";
import { originIdOf } from "./origins.ts";
import { execute, type Integer, names, only, type Query, sql, type Work } from "./sql.ts";

export interface Difference {
  /** What follows FROM: a query in parentheses with the name "difference". */
  readonly query: Query;
  /** Whether it has the columns of labels. */
  readonly hasLabels: boolean;
}

/** How many pets a difference creates, updates and removes, and the same of labels. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly relabelled: number;
  readonly labels: LabelCounts;
  /** How many pets it changes in any way. */
  readonly pets: number;
}

type StockCounts = Pick<Counts, "created" | "updated" | "removed">;

/** Whether a difference, or a movement, changes the stock. */
export const RESTOCKED = sql`(quantity_before IS DISTINCT FROM quantity_after OR status_before IS DISTINCT FROM status_after)`;

/** Whether a label has a member: without one there is none. */
export const HAS_MEMBER = sql`(name IS NOT NULL OR kind IS NOT NULL OR code IS NOT NULL OR low IS NOT NULL)`;

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
  stock(restocked: Pick<Summary, "movements" | "restated" | "removed">, revision: number): Work<void>;
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
  const labels = hasLabels ? yield* countLabels(sql`${query} WHERE relabelled = 1`) : NO_LABELS;
  return { ...stock, relabelled: sumOfLabels(labels), labels, pets: Number(row.pets) };
}

export const NO_LABELS: LabelCounts = { created: 0, updated: 0, removed: 0 };

/** `changes` is what follows FROM: the changes of labels in a difference. */
function* countLabels(changes: Query): Work<LabelCounts> {
  const row = yield* only(sql<Record<keyof LabelCounts, Integer>>`
    SELECT count(*) FILTER (WHERE label_previous IS NULL) AS created,
      count(*) FILTER (WHERE label_previous IS NOT NULL AND ${HAS_MEMBER}) AS updated,
      count(*) FILTER (WHERE NOT ${HAS_MEMBER}) AS removed
    FROM ${changes}`);
  return { created: Number(row.created), updated: Number(row.updated), removed: Number(row.removed) };
}

function sumOfLabels({ created, updated, removed }: LabelCounts): number {
  return created + updated + removed;
}

/** The summary of the movements of one revision that change the stock. */
interface Summary extends StockCounts {
  readonly movements: number;
  /** How many change the status, or create or remove their pet. */
  readonly restated: number;
  readonly change: TotalsChange;
}

type Extremes = Readonly<Record<"lowest" | "highest", Integer | null>>;

/**
 * `movements` is what follows FROM. Throws `refused` where a value is invalid. In two passes: most revisions change no status, and
 * comparing texts is slow.
 */
function* summarize(movements: Query): Work<Summary> {
  const row = yield* only(sql<
    Record<"movements" | "restated" | "created" | "removed" | "inStock" | "in" | "out", Integer> & Extremes
  >`
    SELECT count(*) AS movements,
      count(*) FILTER (WHERE status_before IS DISTINCT FROM status_after) AS restated,
      count(*) FILTER (WHERE quantity_before IS NULL) AS created,
      count(*) FILTER (WHERE quantity_after IS NULL) AS removed,
      count(*) FILTER (WHERE quantity_after > 0) - count(*) FILTER (WHERE quantity_before > 0) AS "inStock",
      coalesce(sum(difference) FILTER (WHERE difference > 0), 0) AS "in",
      coalesce(-sum(difference) FILTER (WHERE difference < 0), 0) AS "out",
      min(quantity_after) AS lowest, max(quantity_after) AS highest
    FROM (
      SELECT quantity_before, quantity_after, status_before, status_after,
        CAST(coalesce(quantity_after, 0) - coalesce(quantity_before, 0) AS bigint) AS difference
      FROM ${movements}
    ) AS moved`);
  const [all, restated] = [Number(row.movements), Number(row.restated)];
  const [created, removed] = [Number(row.created), Number(row.removed)];
  const statuses = restated === 0 ? NO_STATUS_CHANGE : yield* countStatuses(movements);
  refuseInvalid({ ...row, unknown: restated > 0 && sumOf(statuses) !== created - removed });
  const change = { inStock: Number(row.inStock), ...statuses, in: BigInt(row.in), out: BigInt(row.out) };
  return { movements: all, restated, created, updated: all - created - removed, removed, change };
}

/** The checks of the stock's columns, for all rows at once: an engine need not check each row (`PutStock`). */
function refuseInvalid({ lowest, highest, unknown }: Extremes & { readonly unknown: boolean }): void {
  if (unknown) throw new StoreError("refused", "a status is unknown; nothing was changed");
  if (Number(lowest ?? 0) >= 0 && Number(highest ?? 0) <= QUANTITY_MAX) return;
  const range = `${lowest} to ${highest}, where 0 to ${QUANTITY_MAX} are allowed`;
  throw new StoreError("refused", `quantities are ${range}; nothing was changed`);
}

function sumOf({ available, pending, sold }: Record<PetStatus, number>): number {
  return available + pending + sold;
}

const NO_STATUS_CHANGE = { available: 0, pending: 0, sold: 0 };

function* countStatuses(movements: Query): Work<Record<PetStatus, number>> {
  const row = yield* only(sql<Record<PetStatus, Integer>>`
    SELECT ${changeOf("available")}, ${changeOf("pending")}, ${changeOf("sold")} FROM ${movements}`);
  return { available: Number(row.available), pending: Number(row.pending), sold: Number(row.sold) };
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
  difference: Difference,
  { newest, reason, note = null, by, undoes = null, putRows = PORTABLY }: AppliedDifference,
): Work<Counts & { readonly revision: number; readonly position: Position }> {
  const [at, revision] = [Date.now(), newest.revision + 1];
  const origin = yield* originIdOf({ reason, by });
  const pets = yield* execute(sql`
    INSERT INTO ledger_entry (
      revision, pet_id, quantity_before, quantity_after, status_before, status_after,
      origin, request_id, at, note, previous)
    SELECT CAST(${revision} AS bigint), pet_id, quantity_before, quantity_after,
      nullif(status_before, status_after), status_after,
      CAST(${origin} AS integer), NULL, CAST(${at} AS bigint), NULL, previous
    FROM ${difference.query}`);
  if (pets === 0) return { ...NOTHING_CHANGED, revision: newest.revision, position: positionOf(newest) };
  const { change, labels, ...counts } = difference.hasLabels
    ? yield* putPets(difference.query, revision, putRows)
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
  const { movements, restated, change, ...counts } = yield* summarize(
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
function* putPets(difference: Query, revision: number, putRows: PutRows): Work<Put> {
  const { movements: _, restated: __, ...summary } = yield* summarize(sql`${difference} WHERE ${RESTOCKED}`);
  const labels = yield* countLabels(sql`${difference} WHERE relabelled = 1`);
  yield* execute(sql`
    INSERT INTO label_entry (revision, pet_id, name, kind, code, low, previous)
    SELECT CAST(${revision} AS bigint), pet_id, name, kind, code, low, label_previous
    FROM ${difference} WHERE relabelled = 1`);
  yield* putRows.pets(petRows(difference, revision));
  return { ...summary, labels };
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
  { movements, restated, removed }: Pick<Summary, "movements" | "restated" | "removed">,
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
