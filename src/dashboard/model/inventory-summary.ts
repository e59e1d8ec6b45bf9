// Totals for the tiles and charts, computed in one pass over all rows.

import { type InventoryItem, PET_STATUSES, type PetStatus } from "../../contract/item-json.ts";

/** Quantity ranges of the bars. The last has no upper bound. */
export const BUCKETS: readonly { readonly name: string; readonly from: number; readonly to?: number }[] = [
  { name: "0", from: 0, to: 0 },
  { name: "1", from: 1, to: 1 },
  { name: "2–5", from: 2, to: 5 },
  { name: "6–10", from: 6, to: 10 },
  { name: "11–20", from: 11, to: 20 },
  { name: "21–50", from: 21, to: 50 },
  { name: "51–100", from: 51, to: 100 },
  { name: "101+", from: 101 },
];

export interface Summary {
  readonly pets: number;
  readonly units: number;
  readonly unitsByStatus: Readonly<Record<PetStatus, number>>;
  readonly petsByStatus: Readonly<Record<PetStatus, number>>;
  /** Number of pets in each of `BUCKETS`. */
  readonly petsByBucket: readonly number[];
  readonly availableNoneLeft: number;
  readonly soldInStock: number;
}

export function summarize(rows: readonly InventoryItem[]): Summary {
  const none = (): Record<PetStatus, number> => ({ available: 0, pending: 0, sold: 0 });
  const [unitsByStatus, petsByStatus] = [none(), none()];
  const petsByBucket = BUCKETS.map(() => 0);
  let availableNoneLeft = 0;
  let soldInStock = 0;
  for (const { quantity, status } of rows) {
    unitsByStatus[status] += quantity;
    petsByStatus[status] += 1;
    petsByBucket[bucketOf(quantity)]! += 1;
    if (quantity === 0 && status === "available") availableNoneLeft += 1;
    if (quantity > 0 && status === "sold") soldInStock += 1;
  }
  const units = PET_STATUSES.reduce((sum, status) => sum + unitsByStatus[status], 0);
  return {
    pets: rows.length,
    units,
    unitsByStatus,
    petsByStatus,
    petsByBucket,
    availableNoneLeft,
    soldInStock,
  };
}

function bucketOf(quantity: number): number {
  const found = BUCKETS.findIndex(({ to }) => to !== undefined && quantity <= to);
  return found < 0 ? BUCKETS.length - 1 : found;
}
