// Adds to the stock of a pet or takes from it: compare and set, repeated as long as another client changes it first.

import { itemETag } from "../contract/item-etag.ts";
import { type InventoryItem, isQuantity, type Stock } from "../contract/item-json.ts";
import { PetstockError, StockRangeError } from "./errors.ts";
import { pause } from "./pause.ts";

/** Sends one update. Throws `precondition_failed` with the current item if `ifMatch` does not match. */
export type Update = (quantity: number, ifMatch: string) => Promise<InventoryItem>;

export interface Adjustment {
  readonly by: number;
  /** The stock as far as the caller knows, such as from a list; may be out of date. */
  readonly known?: Stock | undefined;
  readonly roundsMax: number;
  readonly signal?: AbortSignal | undefined;
}

/** A weak tag never matches, so the answer is 412 with the item's current tag: this reads one pet without the whole list. */
const NEVER_MATCHES = 'W/"?"';

const PAUSE_MS_MAX = 200;

/** The item as it is after the adjustment. Throws `StockRangeError`, or what `update` throws in the last round. */
export async function adjustStock(update: Update, adjustment: Adjustment): Promise<InventoryItem> {
  const { by, roundsMax, signal } = adjustment;
  // Known stock may be out of date, so it never decides that there is not enough: the service's answer does.
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
      // Another client was faster: a random pause keeps the two from colliding again. Reading the item needs none.
      if (known !== undefined) await pause(Math.random() * Math.min(PAUSE_MS_MAX, 2 ** round), signal);
      known = item;
    }
  }
}

function currentItem(error: unknown): InventoryItem | undefined {
  return error instanceof PetstockError && error.code === "precondition_failed" ? error.item : undefined;
}
