// Differences between states of the inventory: computed from two lists, or applied to one. Lists ascend by petId, as the
// contract says.

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
    if (!isSame(old, item)) changed.push(item);
  }
  for (const { petId } of before.slice(at)) removed.push(petId);
  return { changed, removed };
}

/** The list after the changes, and those that had an effect: a change that was taken back has none. */
export function applyChanges(
  before: readonly InventoryItem[],
  { changed, removed }: Changes,
): Changes & { readonly items: readonly InventoryItem[] } {
  const items = before.slice();
  const created: InventoryItem[] = [];
  const effective = changed.filter((item) => {
    const at = placeOf(items, item.petId);
    const old = items[at];
    if (old?.petId !== item.petId) created.push(item);
    else if (isSame(old, item)) return false;
    else items[at] = item;
    return true;
  });
  const gone = removed.filter((petId) => items[placeOf(items, petId)]?.petId === petId);
  return { items: withAndWithout(items, created, new Set(gone)), changed: effective, removed: gone };
}

/** In one pass, because each insertion into an array moves the rest of it. */
function withAndWithout(
  items: InventoryItem[],
  created: readonly InventoryItem[],
  removed: ReadonlySet<bigint>,
): readonly InventoryItem[] {
  if (created.length === 0 && removed.size === 0) return items;
  const merged: InventoryItem[] = [];
  const added = [...created].sort((a, b) => (a.petId < b.petId ? -1 : 1));
  let next = 0;
  for (const item of items) {
    while (next < added.length && added[next]!.petId < item.petId) merged.push(added[next++]!);
    if (!removed.has(item.petId)) merged.push(item);
  }
  while (next < added.length) merged.push(added[next++]!);
  return merged;
}

/** The index of the first item whose id is not below `petId`. */
function placeOf(items: readonly InventoryItem[], petId: bigint): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.petId < petId) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isSame(a: InventoryItem | undefined, b: InventoryItem): boolean {
  return a?.quantity === b.quantity && a.status === b.status;
}
