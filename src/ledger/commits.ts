// The commits of the history: one row of `commit_mark` for each transaction that changed the inventory.

import { makeNonce } from "../inventory/nonce.ts";
import type { Position } from "../inventory/position.ts";
import { addTotals, type RunningTotals, type TotalsChange } from "../inventory/running-totals.ts";
import { StoreError } from "../inventory/store-error.ts";
import { execute, type Integer, names, only, type Query, rows, sql, type Work } from "./sql.ts";
import type { RevisionRequest } from "../inventory/movement.ts";

interface NewCommit {
  readonly revision: number;
  /** ms since 1970. The commit's time is never before that of the one before it, so that times can be searched (totals.ts). */
  readonly at: number;
  /** Number of its movements. */
  readonly movements: number;
  readonly change: TotalsChange;
}

/**
 * Appends a commit that ends at `revision`, and gives its position. Throws `unavailable` unless `newest` is still the newest
 * commit: the write lock guarantees that, and this check detects what bypasses the lock, such as a database that was replaced
 * meanwhile.
 */
export function* appendCommit(
  newest: Position,
  { revision, at, movements, change }: NewCommit,
): Work<Position> {
  const nonce = makeNonce();
  const before = yield* readCommit(newest.revision);
  const totals = addTotals(before.totals, change);
  const added = yield* execute(sql`
    INSERT INTO commit_mark (revision, nonce, at, movements, ${names(...TOTALS)})
    SELECT CAST(${revision} AS bigint), ${nonce}, CAST(${Math.max(at, before.at)} AS bigint), CAST(${movements} AS bigint), ${totalsValues(totals)}
    FROM (SELECT revision, nonce FROM commit_mark ORDER BY revision DESC LIMIT 1) AS newest
    WHERE newest.revision = ${newest.revision} AND newest.nonce = ${newest.nonce}`);
  if (added === 1) return { revision, nonce };
  throw isNotNewest(newest.revision);
}

function isNotNewest(revision: number): StoreError {
  const message = `revision ${revision} is no longer the newest commit: the database was replaced or edited meanwhile; nothing was changed`;
  return new StoreError("unavailable", message);
}

/** The columns of the totals. */
export const TOTALS = [
  "quantity",
  "in_stock",
  "available",
  "pending",
  "sold",
  "total_in",
  "total_out",
] as const;

export type TotalsRow = Readonly<Record<(typeof TOTALS)[number], Integer>>;

export function totalsOfRow(row: TotalsRow): RunningTotals {
  return {
    quantity: BigInt(row.quantity),
    inStock: BigInt(row.in_stock),
    available: BigInt(row.available),
    pending: BigInt(row.pending),
    sold: BigInt(row.sold),
    totalIn: BigInt(row.total_in),
    totalOut: BigInt(row.total_out),
  };
}

/** Values for the columns `TOTALS`. */
function totalsValues({
  quantity,
  inStock,
  available,
  pending,
  sold,
  totalIn,
  totalOut,
}: RunningTotals): Query {
  const values = [quantity, inStock, available, pending, sold, totalIn, totalOut];
  return values.reduce<Query>(
    (all, value, index) => {
      const cast = sql`CAST(${value} AS bigint)`;
      return index === 0 ? cast : sql`${all}, ${cast}`;
    },
    sql``,
  );
}

export interface StoredCommit {
  /** ms since 1970; never before the commit before it, whatever the clock of its server says. */
  readonly at: number;
  readonly totals: RunningTotals;
}

/** Throws `unavailable` if it is gone. */
export function* readCommit(revision: number): Work<StoredCommit> {
  const [row] = yield* rows(sql<TotalsRow & { at: Integer }>`
    SELECT at, ${names(...TOTALS)} FROM commit_mark WHERE revision = ${revision}`);
  if (row === undefined) throw isNotNewest(revision);
  return { at: Number(row.at), totals: totalsOfRow(row) };
}

/** The revision of the oldest commit: of what it and earlier ones did, only the last state of each pet is kept. */
export function* historyStart(): Work<number> {
  const { revision } = yield* only(
    sql<{ revision: Integer }>`SELECT min(revision) AS revision FROM commit_mark`,
  );
  return Number(revision);
}

/** Writes the request of a revision once for all of its movements (decision 0058), in their transaction. */
export function* writeRequest({ revision, requestId, note, undoes, labels }: RevisionRequest): Work<void> {
  if ((requestId ?? note ?? undoes ?? labels) === null) return;
  yield* execute(sql`
    INSERT INTO revision_request (revision, request_id, note, undoes, labels)
    VALUES (${revision}, ${requestId}, ${note}, ${undoes}, ${labels})`);
}
