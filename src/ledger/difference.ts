// A difference: what one revision changes, a row for each pet with the columns (pet_id, quantity_before, quantity_after,
// status_before, status_after, previous: the revision in the pet's row, also in that of a removed pet, or 0). It is applied set by
// set, not row by row, so that memory does not grow with it.

import { type PetStatus, QUANTITY_MAX } from "../inventory/item.ts";
import type { MovementReason, Origin } from "../inventory/movement.ts";
import { type Position, positionOf } from "../inventory/position.ts";
import type { TotalsChange } from "../inventory/running-totals.ts";
import { StoreError } from "../inventory/store-error.ts";
import { appendCommit, writeRequest } from "./commits.ts";
import { originIdOf } from "./origins.ts";
import { execute, type Integer, names, only, type Query, sql, type Work } from "./sql.ts";

/** How many pets a difference creates, updates and removes. */
export interface Counts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
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
  /** Default: `putStock`, in SQL that both engines understand. */
  readonly putStock?: PutStock;
}

/** Writes the rows of the pets that the movements of a revision create or update. The values were checked. */
export type PutStock = (
  moved: Pick<Summary, "movements" | "restated" | "removed">,
  revision: number,
) => Work<void>;

/** `difference` is what follows FROM: a query in parentheses with the name "difference". */
export function* countDifference(difference: Query): Work<Counts> {
  const { created, updated, removed } = yield* only(sql<Record<keyof Counts, Integer>>`
    SELECT count(*) FILTER (WHERE quantity_before IS NULL) AS created,
      count(*) FILTER (WHERE quantity_before IS NOT NULL AND quantity_after IS NOT NULL) AS updated,
      count(*) FILTER (WHERE quantity_after IS NULL) AS removed
    FROM ${difference}`);
  return { created: Number(created), updated: Number(updated), removed: Number(removed) };
}

/** The summary of one revision's movements. */
interface Summary extends Counts {
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
  difference: Query,
  { newest, reason, note = null, by, undoes = null, putStock = putStockPortably }: AppliedDifference,
): Work<Counts & { readonly revision: number; readonly position: Position }> {
  const [at, revision] = [Date.now(), newest.revision + 1];
  const origin = yield* originIdOf({ reason, by });
  const moved = yield* execute(sql`
    INSERT INTO ledger_entry (
      revision, pet_id, quantity_before, quantity_after, status_before, status_after,
      origin, request_id, at, note, previous)
    SELECT CAST(${revision} AS bigint), pet_id, quantity_before, quantity_after,
      nullif(status_before, status_after), status_after,
      CAST(${origin} AS integer), NULL, CAST(${at} AS bigint), NULL, previous
    FROM ${difference}`);
  if (moved === 0)
    return { created: 0, updated: 0, removed: 0, revision: newest.revision, position: positionOf(newest) };
  yield* writeRequest({ revision, requestId: by.requestId, note, undoes });
  const movements = sql`movement WHERE revision = ${revision}`;
  const { change, restated, ...summary } = yield* summarize(movements);
  yield* putStock({ restated, ...summary }, revision);
  if (summary.removed > 0) yield* removeStock(revision);
  const position = yield* appendCommit(newest, { revision, at, movements: summary.movements, change });
  const { created, updated, removed } = summary;
  return { created, updated, removed, revision, position };
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

function* removeStock(revision: number): Work<void> {
  yield* execute(sql`
    UPDATE inventory SET removed = 1, revision = ${revision}
    WHERE pet_id IN (SELECT pet_id FROM movement WHERE revision = ${revision} AND quantity_after IS NULL)`);
}
