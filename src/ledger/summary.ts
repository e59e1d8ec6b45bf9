// The summary of what one revision changes: how many pets and labels, and how its commit changes the running totals.

import type { LabelCounts } from "../inventory/import.ts";
import { type PetStatus, QUANTITY_MAX } from "../inventory/item.ts";
import type { TotalsChange } from "../inventory/running-totals.ts";
import { StoreError } from "../inventory/store-error.ts";
import { type Integer, names, only, type Query, sql, type Work } from "./sql.ts";

/** How many pets a difference creates, updates and removes. */
export interface StockCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

/** Of the movements that change the stock. */
export interface StockSummary extends StockCounts {
  readonly movements: number;
  /** How many change the status, or create or remove their pet. */
  readonly restated: number;
  readonly change: TotalsChange;
}

/** With the changes of labels. */
export interface Summary extends StockSummary {
  readonly labels: LabelCounts;
}

/** Whether a difference, or a movement, changes the stock. */
export const RESTOCKED = sql`(quantity_before IS DISTINCT FROM quantity_after OR status_before IS DISTINCT FROM status_after)`;

/** Whether a label has a member: without one there is none. */
export const HAS_MEMBER = sql`(name IS NOT NULL OR kind IS NOT NULL OR code IS NOT NULL OR low IS NOT NULL)`;

export const NO_LABELS: LabelCounts = { created: 0, updated: 0, removed: 0 };

/** `difference` has the columns of labels. Throws like `summarizeStock`. */
export function* summarize(difference: Query): Work<Summary> {
  const stock = yield* summarizeStock(sql`${difference} WHERE ${RESTOCKED}`);
  return { ...stock, labels: yield* countLabels(difference) };
}

export function* countLabels(difference: Query): Work<LabelCounts> {
  const row = yield* only(sql<Record<keyof LabelCounts, Integer>>`
    SELECT count(*) FILTER (WHERE label_previous IS NULL) AS created,
      count(*) FILTER (WHERE label_previous IS NOT NULL AND ${HAS_MEMBER}) AS updated,
      count(*) FILTER (WHERE NOT ${HAS_MEMBER}) AS removed
    FROM ${difference} WHERE relabelled = 1`);
  return { created: Number(row.created), updated: Number(row.updated), removed: Number(row.removed) };
}

export function sumOfLabels({ created, updated, removed }: LabelCounts): number {
  return created + updated + removed;
}

type Extremes = Readonly<Record<"lowest" | "highest", Integer | null>>;

/**
 * `movements` is what follows FROM. Throws `refused` where a value is invalid. In two passes: most revisions change no status, and
 * comparing texts is slow.
 */
export function* summarizeStock(movements: Query): Work<StockSummary> {
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

/** The checks of the stock's columns, for all rows at once: an engine need not check each row (`PutRows`). */
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

/** That of the rows of both. */
export function plus(one: Summary, other: Summary): Summary {
  return combined(one, other, 1);
}

/** That of the rows of `all` without those of `some`. */
export function minus(all: Summary, some: Summary): Summary {
  return combined(all, some, -1);
}

function combined(
  { change, labels, ...counts }: Summary,
  { change: otherChange, labels: otherLabels, ...otherCounts }: Summary,
  sign: 1 | -1,
): Summary {
  return {
    ...sums(counts, otherCounts, sign),
    labels: sums(labels, otherLabels, sign),
    change: sums(change, otherChange, sign),
  };
}

/** Each member is a number in both, or a bigint in both. */
function sums<T extends Readonly<Record<keyof T, number | bigint>>>(one: T, other: T, sign: 1 | -1): T {
  const members = Object.keys(one) as (keyof T & string)[];
  return Object.fromEntries(members.map((member) => [member, sum(one[member], other[member], sign)])) as T;
}

function sum(one: number | bigint, other: number | bigint, sign: 1 | -1): number | bigint {
  return typeof one === "bigint" ? one + BigInt(sign) * (other as bigint) : one + sign * (other as number);
}
