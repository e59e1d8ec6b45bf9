// The difference between two lists, in one pass: both ascend by petId, as the contract says.

import type { InventoryItem } from "../contract/item-json.ts";

export interface Changes {
  /** New or changed, as they are now. */
  readonly changed: readonly InventoryItem[];
  readonly removed: readonly bigint[];
}

export function changesBetween(before: readonly InventoryItem[], after: readonly InventoryItem[]): Changes {
  const changed: InventoryItem[] = [];
  const removed: bigint[] = [];
  let at = 0;
  for (const item of after) {
    while (at < before.length && before[at]!.petId < item.petId) removed.push(before[at++]!.petId);
    const old = before[at]?.petId === item.petId ? before[at++] : undefined;
    if (old?.quantity !== item.quantity || old.status !== item.status) changed.push(item);
  }
  for (const { petId } of before.slice(at)) removed.push(petId);
  return { changed, removed };
}
