// Reads an edited quantity as typed: a number sets it, `+5` and `-2` adjust it.

import { isQuantity, QUANTITY_MAX, type InventoryItem } from "../../contract/item-json.ts";
import { formatCount } from "../ui/format.ts";
import { readWholeNumber } from "./whole-number.ts";
import type { Save } from "../state/state.ts";

export type QuantityEdit =
  | { readonly kind: "set"; readonly quantity: number }
  | { readonly kind: "adjust"; readonly by: number }
  | { readonly kind: "error"; readonly message: string };

/** `now` is the quantity before the edit. */
export function readQuantityEdit(typed: string, now: number): QuantityEdit {
  const text = typed.trim();
  const read = readWholeNumber(text);
  if (read === undefined) return error(text === "" ? "Enter a number" : `“${text}” is not a whole number`);
  const { sign, number } = read;
  const by = sign === "-" ? -number : number;
  const wanted = sign === "" ? number : now + by;
  if (wanted < 0) return error(`Only ${formatCount(now)} in stock: cannot remove ${formatCount(number)}`);
  if (!isQuantity(wanted)) return error(`The maximum is ${formatCount(QUANTITY_MAX)}`);
  return sign === "" ? { kind: "set", quantity: number } : { kind: "adjust", by };
}

function error(message: string): QuantityEdit {
  return { kind: "error", message };
}

/** The quantity that a row shows: what was typed, from Enter until the service answers; otherwise what the service has. */
export function shownQuantity({ quantity }: Pick<InventoryItem, "quantity">, save: Save | undefined): number {
  return save?.kind === "saving" || save?.kind === "unconfirmed" ? save.wanted : quantity;
}
