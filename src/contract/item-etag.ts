// The entity tag of one item: a documented function of its row, so whoever knows the one knows the other.

import { isQuantity, itemTag, PET_STATUSES, type Stock } from "../inventory/item.ts";

const FORM = /^"([0-9]{1,10})-([a-z]+)"$/;

/** `"12-available"`, with its quotes, as `ETag` and `If-Match` have it. */
export function itemETag(stock: Stock): string {
  return `"${itemTag(stock)}"`;
}

/** What an item's tag says of it; undefined where the text is no such tag. */
export function stockOfETag(text: string): Stock | undefined {
  const [, digits, word] = FORM.exec(text) ?? [];
  const quantity = Number(digits);
  const status = PET_STATUSES.find((known) => known === word);
  return isQuantity(quantity) && status !== undefined ? { quantity, status } : undefined;
}
