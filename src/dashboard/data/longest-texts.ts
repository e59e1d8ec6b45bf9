// The longest texts of the table's columns, which say how wide the columns should be. One pass over the columns' numbers, without
// making a text for each pet.

import type { LabelTable } from "./label-table.ts";
import type { PetColumns } from "./pet-columns.ts";

/** A longer name or kind is cut off rather than that it takes the room of all others. */
const CHARS_MAX = { name: 32, kind: 24 } as const;

export interface LongestLabels {
  readonly name: string;
  readonly kind: string;
}

export function longestLabels({ blocks }: LabelTable): LongestLabels {
  const longest = { name: "", kind: "" };
  for (const { ids, fields, text } of blocks) {
    // Each label has three fields: name, kind and code.
    for (let at = 0; at < ids.length * 3; at += 3) {
      const [from, to, end] = [fields[at]!, fields[at + 1]!, fields[at + 2]!];
      if (to - from > longest.name.length) longest.name = text.slice(from, to);
      if (end - to > longest.kind.length) longest.kind = text.slice(to, end);
    }
  }
  const { name, kind } = CHARS_MAX;
  return { name: longest.name.slice(0, name), kind: longest.kind.slice(0, kind) };
}

export function largestQuantity({ quantities, size }: PetColumns): number {
  let largest = 0;
  for (let row = 0; row < size; row += 1) if (quantities[row]! > largest) largest = quantities[row]!;
  return largest;
}
