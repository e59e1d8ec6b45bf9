// What somebody typed into a filter by quantity: a number, nothing, or what is neither.

import { isQuantity, QUANTITY_MAX } from "../../contract/item-json.ts";
import { readWholeNumber } from "./whole-number.ts";
import { count } from "./words.ts";

export interface QuantityBound {
  /** Undefined for none. */
  readonly quantity: number | undefined;
  readonly mistake?: string;
}

export function readQuantityBound(typed: string): QuantityBound {
  const text = typed.trim();
  if (text === "") return { quantity: undefined };
  const read = readWholeNumber(text);
  if (read?.sign === "" && isQuantity(read.number)) return { quantity: read.number };
  return { quantity: undefined, mistake: `“${text}” is not a whole number from 0 to ${count(QUANTITY_MAX)}` };
}
