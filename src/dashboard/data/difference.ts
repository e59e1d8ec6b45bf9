// The difference between the pets that the page has and a new list.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { PetColumns } from "./pet-columns.ts";
import type { Steps } from "./slices.ts";

export interface Difference {
  readonly items: readonly InventoryItem[];
  readonly removed: readonly bigint[];
}

const STEP = 4096;

/** In one pass over both, in steps. */
export function* differenceOf(before: PetColumns, after: PetColumns): Steps<Difference> {
  const items: InventoryItem[] = [];
  const removed: bigint[] = [];
  let old = 0;
  for (let row = 0; row < after.size; row += 1) {
    if (row % STEP === STEP - 1) yield;
    const id = after.ids[row]!;
    while (old < before.size && before.ids[old]! < id) removed.push(before.ids[old++]!);
    const isKnown = old < before.size && before.ids[old] === id;
    const isSame =
      isKnown &&
      before.quantities[old] === after.quantities[row] &&
      before.statuses[old] === after.statuses[row];
    if (isKnown) old += 1;
    if (!isSame) items.push(after.item(row));
  }
  while (old < before.size) removed.push(before.ids[old++]!);
  return { items, removed };
}
