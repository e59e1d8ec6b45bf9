// Reads a bound of the quantity filter as typed.

import { isQuantity, QUANTITY_MAX } from "../../contract/item-json.ts";
import { readWholeNumber } from "../edits/whole-number.ts";
import { formatCount } from "../ui/format.ts";

export interface QuantityBound {
  /** Undefined if nothing, or something invalid, was typed. */
  readonly quantity: number | undefined;
  readonly error?: string;
}

export function readQuantityBound(typed: string): QuantityBound {
  const text = typed.trim();
  if (text === "") return { quantity: undefined };
  const read = readWholeNumber(text);
  if (read?.sign === "" && isQuantity(read.number)) return { quantity: read.number };
  return {
    quantity: undefined,
    error: `“${text}” is not a whole number from 0 to ${formatCount(QUANTITY_MAX)}`,
  };
}
