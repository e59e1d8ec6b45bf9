// More or fewer of a pet, whoever else changes it meanwhile: compare and set, over again where somebody was faster.

import { itemETag } from "../contract/item-etag.ts";
import { type InventoryItem, isQuantity, type Stock } from "../contract/item-json.ts";
import { PetstockError, StockRangeError } from "./errors.ts";
import { pause } from "./pause.ts";

/** Sends one update. Throws `precondition_failed` with the item where `ifMatch` does not hold. */
export type Update = (quantity: number, ifMatch: string) => Promise<InventoryItem>;

export interface Adjustment {
  readonly by: number;
  /** What the caller takes the stock to be, such as from a list; may be out of date. */
  readonly known?: Stock | undefined;
  readonly roundsMax: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Never matches, because it is weak: the answer is 412 with the item's present tag. So the stock of one pet is learnt
 * without reading the whole list.
 */
const NEVER_MATCHES = 'W/"?"';

const PAUSE_MS_MAX = 200;

/** The item as it is after the adjustment. Throws `StockRangeError`, or what `update` throws in the last round. */
export async function adjustStock(update: Update, adjustment: Adjustment): Promise<InventoryItem> {
  const { by, roundsMax, signal } = adjustment;
  // Stock that is out of date refuses nobody: whether there is enough is decided on what the service says.
  let known = isQuantity((adjustment.known?.quantity ?? 0) + by) ? adjustment.known : undefined;
  for (let round = 1; ; round++) {
    try {
      return await (known === undefined
        ? update(0, NEVER_MATCHES)
        : update(known.quantity + by, itemETag(known)));
    } catch (error) {
      const item = currentItem(error);
      if (item === undefined || round >= roundsMax) throw error;
      if (!isQuantity(item.quantity + by)) throw new StockRangeError(item, by);
      // Asking is nobody's defeat; after one, rivals must not meet again in step.
      if (known !== undefined) await pause(Math.random() * Math.min(PAUSE_MS_MAX, 2 ** round), signal);
      known = item;
    }
  }
}

function currentItem(error: unknown): InventoryItem | undefined {
  return error instanceof PetstockError && error.code === "precondition_failed" ? error.item : undefined;
}
