// Selects and orders the rows of a view, and counts them by status. Fast for hundreds of thousands of rows.

import { type InventoryItem, PET_STATUSES, type PetStatus } from "../../contract/item-json.ts";
import { isFiltered, matchesExceptStatus, type Sort, type View } from "./view.ts";

export interface Selection {
  readonly items: readonly InventoryItem[];
  /** Rows by status that match all filters except the status filter. */
  readonly counts: Readonly<Record<PetStatus, number>>;
}

/** Rows being edited, as they were: they keep their place in the table whatever changes. */
export type HeldRows = ReadonlyMap<bigint, InventoryItem>;

export function selectRows(rows: readonly InventoryItem[], view: View, held: HeldRows): Selection {
  const counts = { available: 0, pending: 0, sold: 0 };
  const placed = (row: InventoryItem): InventoryItem =>
    held.size === 0 ? row : (held.get(row.petId) ?? row);
  const items = isFiltered(view) ? filtered(rows, { view, placed, counts }) : rows;
  if (items === rows) for (const row of rows) counts[row.status] += 1;
  return { items: sorted(items, view.sort, placed), counts };
}

interface Filtering {
  readonly view: View;
  /** The row that decides the place: a held row as it was. */
  readonly placed: (row: InventoryItem) => InventoryItem;
  readonly counts: Record<PetStatus, number>;
}

function filtered(
  rows: readonly InventoryItem[],
  { view, placed, counts }: Filtering,
): readonly InventoryItem[] {
  const isWanted = Object.fromEntries(
    PET_STATUSES.map((status) => [status, view.statuses.length === 0 || view.statuses.includes(status)]),
  );
  return rows.filter((row) => {
    const asShown = placed(row);
    if (!matchesExceptStatus(asShown, view)) return false;
    counts[asShown.status] += 1;
    return isWanted[asShown.status];
  });
}

/** More rows than a browser can hold. A quantity times this is still an exact double. */
const ROWS_MAX = 2 ** 22;

/** Sorts numbers made of key and index: ten times as fast as sorting rows, and stable. */
function sorted(
  items: readonly InventoryItem[],
  { by, descending }: Sort,
  placed: (row: InventoryItem) => InventoryItem,
): readonly InventoryItem[] {
  if (by === "petId") return descending ? items.toReversed() : items;
  const keyOf = (row: InventoryItem): number =>
    by === "quantity" ? placed(row).quantity : PET_STATUSES.indexOf(placed(row).status);
  const keys = Float64Array.from(items, (row, index) => {
    const key = keyOf(row);
    return (descending ? -key : key) * ROWS_MAX + index;
  }).toSorted();
  return Array.from(keys, (key) => items[((key % ROWS_MAX) + ROWS_MAX) % ROWS_MAX]!);
}
