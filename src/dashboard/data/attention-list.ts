// Lists the pets that need attention for one reason.

import { type Attention, type AttentionList, isLowRow, isNoneLeft, isSoldInStock } from "./attention.ts";
import { LabelCursor } from "./label-cursor.ts";
import type { PetTable } from "./pet-table.ts";

/** At most `max` of them, by id. The total is exact when the list is complete. */
export function attentionList(
  { columns, labels, summary }: PetTable,
  why: Attention,
  max: number,
): AttentionList {
  const { availableNoneLeft, soldInStock, low } = summary;
  const total = { low, "none left": availableNoneLeft, "sold in stock": soldInStock }[why];
  const cursor = new LabelCursor(columns, labels);
  const petIds: bigint[] = [];
  for (let row = 0; row < columns.size && petIds.length < Math.min(max, total); row += 1) {
    const [quantity, status] = [columns.quantities[row]!, columns.statuses[row]!];
    const label = why === "low" ? cursor.labelOf(row) : -1;
    const isFound =
      why === "low"
        ? label >= 0 && isLowRow(quantity, status, labels.low(label))
        : (why === "none left" ? isNoneLeft : isSoldInStock)(quantity, status);
    if (isFound) petIds.push(columns.ids[row]!);
  }
  return { total, petIds };
}
