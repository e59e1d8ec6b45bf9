// The rows that the page shows: the last list with the rows saved since. Both are ordered by pet id.

import type { InventoryItem } from "../../contract/item-json.ts";

/** A saved row, and when it was acknowledged (`performance.now()`). A list requested earlier may not include it. */
export interface Saved {
  readonly item: InventoryItem;
  readonly at: number;
}

/** The index of the pet, or `-index - 1` of where it would be inserted. */
export function rowIndex(rows: readonly InventoryItem[], petId: bigint): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.petId < petId) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.petId === petId ? low : -low - 1;
}

export function findRow(rows: readonly InventoryItem[], petId: bigint): InventoryItem | undefined {
  return rows[rowIndex(rows, petId)];
}

/** The list with saved rows replacing its own. A pet missing from the list was removed, so its saved row is ignored. */
export function applySaved(
  list: readonly InventoryItem[],
  saved: ReadonlyMap<bigint, Saved>,
): readonly InventoryItem[] {
  if (saved.size === 0) return list;
  const rows = list.slice();
  for (const [petId, { item }] of saved) {
    const place = rowIndex(rows, petId);
    if (place >= 0) rows[place] = item;
  }
  return rows;
}

/** The saved rows that a list requested at `requestedAt` may lack. It includes all that were acknowledged before. */
export function savedSince(
  saved: ReadonlyMap<bigint, Saved>,
  requestedAt: number,
): ReadonlyMap<bigint, Saved> {
  return new Map([...saved].filter(([, { at }]) => at >= requestedAt));
}
