// Rows that this page has saved, until an answer of the service proves that others see them, too.

import type { InventoryItem } from "../../contract/item-json.ts";

export interface Saved {
  /** As acknowledged: what the page shows. */
  readonly item: InventoryItem;
  /** As the list had it last: shown again if the list never has `item`, because others changed the pet since. */
  readonly theirs: InventoryItem;
  /** When it was acknowledged (`performance.now()`). An answer that was asked for earlier may not include it. */
  readonly at: number;
}
