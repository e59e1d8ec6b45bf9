// The quantity that a row shows.

import type { InventoryItem } from "../../client/client.ts";
import type { Save } from "../state/state.ts";

/** What was typed, from Enter until the service answers, however long that takes; otherwise what the service has. */
export function shownQuantity({ quantity }: Pick<InventoryItem, "quantity">, save: Save | undefined): number {
  return save?.kind === "saving" || save?.kind === "unconfirmed" ? save.wanted : quantity;
}
