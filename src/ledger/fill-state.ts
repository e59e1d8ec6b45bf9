// The progress of filling the ledger of an upgraded database, in the table ledger_fill: one row until the ledger is filled.

import type { RunningTotals } from "../inventory/running-totals.ts";
import { TOTALS, totalsOfRow, type TotalsRow, totalsValues } from "./commits.ts";
import { execute, type Integer, names, type Query, rows, sql, type Work } from "./sql.ts";

/** A movement by its key; before all movements with revision 0. */
export interface Place {
  readonly revision: number;
  /** Null: before all movements of the revision. */
  readonly petId: bigint | null;
}

export const BEGINNING: Place = { revision: 0, petId: null };

export interface FillState {
  /** The last movement that is filled. */
  readonly place: Place;
  /** The newest revision at the upgrade: later movements were written with their predecessor. */
  readonly lastRevision: number;
  /** The totals after that movement. */
  readonly totals: RunningTotals;
  /** Movements since the last commit with a revision below that of the place. */
  readonly movements: number;
}

interface FillRow extends TotalsRow {
  readonly last_revision: Integer;
  readonly revision: Integer;
  readonly pet_id: bigint | null;
  readonly movements: Integer;
}

/** `lock` ends the query: it locks the row, where the engine locks rows. Undefined if the ledger is filled, or the row is locked. */
export function* readFillState(lock: Query = sql``): Work<FillState | undefined> {
  const [row] = yield* rows(sql<FillRow>`SELECT * FROM ledger_fill ${lock}`);
  if (row === undefined) return undefined;
  return {
    place: { revision: Number(row.revision), petId: row.pet_id },
    lastRevision: Number(row.last_revision),
    totals: totalsOfRow(row) as RunningTotals,
    movements: Number(row.movements),
  };
}

export function* writeFillState({ place, totals, movements }: FillState): Work<void> {
  yield* execute(sql`
    UPDATE ledger_fill SET revision = ${place.revision}, pet_id = ${place.petId}, movements = ${movements},
      (${names(...TOTALS)}) = (SELECT ${totalsValues(totals)})`);
}

export function* restartFill(): Work<void> {
  yield* execute(sql`
    UPDATE ledger_fill SET revision = 0, pet_id = NULL, quantity = 0, in_stock = 0, available = 0, pending = 0, sold = 0,
      total_in = 0, total_out = 0, movements = 0`);
}

export function* endFill(): Work<void> {
  yield* execute(sql`DELETE FROM ledger_fill`);
}

/** Negative, 0 or positive, as for a sort. */
export function comparePlaces(a: Place, b: Place): number {
  if (a.revision !== b.revision) return a.revision - b.revision;
  if (a.petId === b.petId) return 0;
  if (a.petId === null) return -1;
  if (b.petId === null) return 1;
  return a.petId < b.petId ? -1 : 1;
}

/** The condition for movements after a place. */
export function isAfter({ revision, petId }: Place): Query {
  return petId === null ? sql`revision >= ${revision}` : sql`(revision, pet_id) > (${revision}, ${petId})`;
}
