// Pets that need attention: low stock, and contradictions between status and quantity.

import { PET_STATUSES } from "../../inventory/item.ts";
import { isLow } from "../../inventory/low-stock.ts";

/** Why a pet needs attention. */
export type Attention = "low" | "none left" | "sold in stock";

/** The pets that need attention for one reason. */
export interface AttentionList {
  readonly total: number;
  /** The first of them, by id. */
  readonly petIds: readonly bigint[];
}

const AVAILABLE = PET_STATUSES.indexOf("available");
const SOLD = PET_STATUSES.indexOf("sold");

/** `status`: its index. */
export function isNoneLeft(quantity: number, status: number): boolean {
  return status === AVAILABLE && quantity === 0;
}

export function isSoldInStock(quantity: number, status: number): boolean {
  return status === SOLD && quantity > 0;
}

/** `low`: that of its label; -1 if it has none. */
export function isLowRow(quantity: number, status: number, low: number): boolean {
  return isLow(quantity, PET_STATUSES[status]!, low);
}
