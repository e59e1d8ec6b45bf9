// Movements as text. Pure.

import type { Movement } from "../../client/client.ts";
import { differentMembers, type LabelMembers } from "../../inventory/label.ts";
import { formatCount } from "../language/format.ts";
import { historyText } from "../language/en/history.ts";
import { uiText } from "../language/en/ui.ts";
import { labelChangeInWords, valueInWords } from "../ui/label-words.ts";

type Stock = NonNullable<Movement["before"]>;
type Changed = Pick<Movement, "before" | "after" | "label">;

/** `5 → 3`, `available → sold`, `5 → 3, available → sold`; `added: 5, available`; `removed`; `renamed Rex to Max`. */
export function movementInWords(movement: Changed): string {
  const { label } = movement;
  const parts = [stockChangeInWords(movement), label && labelChangeInWords(label.before, label.after)];
  return parts.filter(Boolean).join(", ");
}

function stockChangeInWords(movement: Changed): string | undefined {
  const { before, after } = movement;
  if (!changesStock(movement)) return undefined;
  if (after === null) return historyText.removed;
  if (before === null) return historyText.added(stockInWords(after));
  const quantity = `${formatCount(before.quantity)} → ${formatCount(after.quantity)}`;
  const status = `${uiText.statuses[before.status]} → ${uiText.statuses[after.status]}`;
  if (before.status === after.status) return quantity;
  return before.quantity === after.quantity ? status : `${quantity}, ${status}`;
}

export function changesStock({ before, after }: Changed): boolean {
  return before?.quantity !== after?.quantity || before?.status !== after?.status;
}

/** `5, available`; `not in the inventory` for null. */
export function stockInWords(stock: Stock | null): string {
  if (stock === null) return historyText.notInInventory;
  return historyText.stock(stock.quantity, uiText.statuses[stock.status]);
}

/** What was before the movement: `back to 5, available`, `removed again`, `name back to Rex`. */
export function setBackInWords(movement: Changed): string {
  const { before, label } = movement;
  const stock = before === null ? historyText.removedAgain : historyText.stockBack(stockInWords(before));
  const parts = [changesStock(movement) && stock, label && labelBackInWords(label)];
  return parts.filter(Boolean).join(", ");
}

function labelBackInWords({ before, after }: NonNullable<Movement["label"]>): string {
  if (before === null) return historyText.noLabel;
  const members = differentMembers(before, after);
  return members.map((member) => memberBackInWords(member, before[member])).join(", ");
}

function memberBackInWords(member: keyof LabelMembers, value: string | number | null): string {
  const [back, none] = MEMBER_BACK[member];
  return value === null ? historyText[none] : historyText[back](valueInWords(value));
}

const MEMBER_BACK = {
  name: ["nameBack", "noName"],
  kind: ["kindBack", "noKind"],
  code: ["codeBack", "noCode"],
  low: ["lowBack", "noLow"],
} as const;
