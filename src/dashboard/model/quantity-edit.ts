// What somebody typed into a quantity: a number to set, or `+5` and `-2` to add and take away.

import { isQuantity, QUANTITY_MAX } from "../../contract/item-json.ts";
import { readWholeNumber } from "./whole-number.ts";

export type QuantityEdit =
  | { readonly kind: "set"; readonly quantity: number }
  | { readonly kind: "adjust"; readonly by: number }
  | { readonly kind: "mistake"; readonly message: string };

/** `now` is the quantity before. */
export function readQuantityEdit(typed: string, now: number): QuantityEdit {
  const text = typed.trim();
  const read = readWholeNumber(text);
  if (read === undefined) return mistake(text === "" ? "Type a number" : `“${text}” is not a whole number`);
  const { sign, number } = read;
  const by = sign === "-" ? -number : number;
  const wanted = sign === "" ? number : now + by;
  if (wanted < 0) return mistake(`There are only ${now}: ${by} would leave less than none`);
  if (!isQuantity(wanted)) return mistake(`More than ${QUANTITY_MAX} cannot be counted`);
  return sign === "" ? { kind: "set", quantity: number } : { kind: "adjust", by };
}

function mistake(message: string): QuantityEdit {
  return { kind: "mistake", message };
}
