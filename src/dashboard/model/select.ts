// Out of all rows those that a view shows, in its order, with the counts beside its filters. For hundreds of thousands.

import { type InventoryItem, PET_STATUSES, type PetStatus } from "../../contract/item-json.ts";
import { isFiltered, matchesButStatus, type Sort, type View } from "./view.ts";

export interface Selection {
  readonly items: readonly InventoryItem[];
  /** By status, were it not for the filter by status. */
  readonly counts: Readonly<Record<PetStatus, number>>;
}

/** Rows that must stay where they are, whatever becomes of them: as they were, by pet. */
export type Held = ReadonlyMap<bigint, InventoryItem>;

export function select(rows: readonly InventoryItem[], view: View, held: Held): Selection {
  const counts = { available: 0, pending: 0, sold: 0 };
  const placed = (row: InventoryItem): InventoryItem =>
    held.size === 0 ? row : (held.get(row.petId) ?? row);
  const items = isFiltered(view) ? filtered(rows, { view, placed, counts }) : rows;
  if (items === rows) for (const row of rows) counts[row.status] += 1;
  return { items: sorted(items, view.sort, placed), counts };
}

interface Filtering {
  readonly view: View;
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
    const as = placed(row);
    if (!matchesButStatus(as, view)) return false;
    counts[as.status] += 1;
    return isWanted[as.status];
  });
}

/** More rows than any browser holds. A quantity times this is still an exact double. */
const ROWS_MAX = 2 ** 22;

/**
 * As whole numbers of key and place, which sort ten times as fast as rows do, and keep rows of one key in their order.
 */
function sorted(
  items: readonly InventoryItem[],
  { by, descending }: Sort,
  placed: (row: InventoryItem) => InventoryItem,
): readonly InventoryItem[] {
  if (by === "petId") return descending ? items.toReversed() : items;
  const keyOf = (row: InventoryItem): number =>
    by === "quantity" ? placed(row).quantity : PET_STATUSES.indexOf(placed(row).status);
  const keys = Float64Array.from(items, (row, place) => {
    const key = keyOf(row);
    return (descending ? -key : key) * ROWS_MAX + place;
  }).toSorted();
  return Array.from(keys, (key) => items[((key % ROWS_MAX) + ROWS_MAX) % ROWS_MAX]!);
}
