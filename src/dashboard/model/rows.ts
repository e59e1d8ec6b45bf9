// The rows that are shown: the list as it was last read, under what was saved since. Both ascend by pet id.

import type { InventoryItem } from "../../contract/item-json.ts";

/** A saved row, and when it was acknowledged (`performance.now()`): a list that was asked for before may not show it. */
export interface Saved {
  readonly item: InventoryItem;
  readonly at: number;
}

/** Where the pet is, or, as a negative number less one, where it would be. */
export function placeOf(rows: readonly InventoryItem[], petId: bigint): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.petId < petId) low = middle + 1;
    else high = middle;
  }
  return rows[low]?.petId === petId ? low : -low - 1;
}

export function rowOf(rows: readonly InventoryItem[], petId: bigint): InventoryItem | undefined {
  return rows[placeOf(rows, petId)];
}

/** The list with the saved rows in place of its own. What the list lacks is gone, and a save does not bring it back. */
export function withSaved(
  list: readonly InventoryItem[],
  saved: ReadonlyMap<bigint, Saved>,
): readonly InventoryItem[] {
  if (saved.size === 0) return list;
  const rows = list.slice();
  for (const [petId, { item }] of saved) {
    const place = placeOf(rows, petId);
    if (place >= 0) rows[place] = item;
  }
  return rows;
}

/** Those that a list may lack which was asked for at `askedAt`: what was acknowledged before, it shows. */
export function savedSince(saved: ReadonlyMap<bigint, Saved>, askedAt: number): ReadonlyMap<bigint, Saved> {
  return new Map([...saved].filter(([, { at }]) => at >= askedAt));
}
