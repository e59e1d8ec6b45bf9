// Movements as text. Pure.

import type { Movement } from "../../client/client.ts";
import { formatCount } from "../ui/format.ts";

type Stock = NonNullable<Movement["before"]>;

/** `5 → 3`, `available → sold`, `5 → 3, available → sold`; `added: 5, available`; `removed`. */
export function movementInWords({ before, after }: Pick<Movement, "before" | "after">): string {
  if (after === null) return "removed";
  if (before === null) return `added: ${stockInWords(after)}`;
  const quantity = `${formatCount(before.quantity)} → ${formatCount(after.quantity)}`;
  const status = `${before.status} → ${after.status}`;
  if (before.status === after.status) return quantity;
  return before.quantity === after.quantity ? status : `${quantity}, ${status}`;
}

/** `5, available`; `not in the inventory` for null. */
export function stockInWords(stock: Stock | null): string {
  return stock === null ? "not in the inventory" : `${formatCount(stock.quantity)}, ${stock.status}`;
}

/** `back to 5, available`; for null, `removed again`. */
export function setBackInWords(wanted: Stock | null): string {
  return wanted === null ? "removed again" : `back to ${stockInWords(wanted)}`;
}
