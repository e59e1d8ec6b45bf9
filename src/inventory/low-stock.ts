// The rule of low stock, for every place that shows, counts or filters it.

import type { PetStatus } from "./item.ts";

/**
 * A pet is low at or below the low quantity of its label, also with none left, unless it is sold. `low`: null where its label has
 * none, or where it has no label.
 */
export function isLow(quantity: number, status: PetStatus, low: number | null): boolean {
  return low !== null && quantity <= low && status !== "sold";
}
