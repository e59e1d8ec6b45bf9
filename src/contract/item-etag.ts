// The entity tag of one item: a documented function of its row, so that each can be computed from the other.

import { isQuantity, itemTag, PET_STATUSES, type Stock } from "../inventory/item.ts";

const FORM = /^"([0-9]{1,10})-([a-z]+)"$/;

/** `"12-available"`, with its quotes, as `ETag` and `If-Match` have it. */
export function itemETag(stock: Stock): string {
  return `"${itemTag(stock)}"`;
}

/** The stock that an item's tag contains; undefined if the text is not such a tag. */
export function stockOfETag(text: string): Stock | undefined {
  const [, digits, word] = FORM.exec(text) ?? [];
  const quantity = Number(digits);
  const status = PET_STATUSES.find((known) => known === word);
  return isQuantity(quantity) && status !== undefined ? { quantity, status } : undefined;
}
