// What somebody typed into a quantity: a number to set, or `+5` and `-2` to add and take away.

import { isQuantity, QUANTITY_MAX } from "../../contract/item-json.ts";

export type QuantityEdit =
  | { readonly kind: "set"; readonly quantity: number }
  | { readonly kind: "adjust"; readonly by: number }
  | { readonly kind: "mistake"; readonly message: string };

const NUMBER = /^([+-]?)([0-9]{1,15})$/;
/** `1,000`, `1 000`, `1'000`: separators of thousands, and nothing that could be a fraction. */
const GROUPED = /^([+-]?[0-9]{1,3})((?:[\s,'’][0-9]{3})+)$/;

/** `now` is the quantity before. */
export function readQuantityEdit(typed: string, now: number): QuantityEdit {
  const text = typed.trim().replace("−", "-");
  const plain = GROUPED.test(text) ? text.replace(/[\s,'’]/g, "") : text.replace(/^([+-])\s+/, "$1");
  const [, sign, digits] = NUMBER.exec(plain) ?? [];
  if (digits === undefined) return mistake(text === "" ? "Type a number" : `“${text}” is not a whole number`);
  const number = Number(digits);
  const by = sign === "-" ? -number : number;
  const wanted = sign === "" ? number : now + by;
  if (wanted < 0) return mistake(`There are only ${now}: ${plain} would leave less than none`);
  if (!isQuantity(wanted)) return mistake(`More than ${QUANTITY_MAX} cannot be counted`);
  return sign === "" ? { kind: "set", quantity: number } : { kind: "adjust", by };
}

function mistake(message: string): QuantityEdit {
  return { kind: "mistake", message };
}
