// One pet's entry of the inventory: its item, and the revision that changed it last.

import type { InventoryItem } from "./item.ts";

export interface Entry {
  readonly item: InventoryItem;
  readonly revision: number;
}
