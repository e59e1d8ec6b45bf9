// A view in words, for the head of a printed table.

import { QUANTITY_MAX } from "../../contract/item-json.ts";
import { quantityRange, type View } from "../state/view.ts";
import { formatCount } from "../language/format.ts";
import { isolated } from "../ui/isolated.ts";

export function viewInWords(view: View): string {
  const { search, statuses, low, sort } = view;
  const parts = [
    quantityInWords(view),
    statuses.length > 0 ? statuses.join(" or ") : "",
    low ? "low" : "",
    search.trim() === "" ? "" : `matching “${isolated(search.trim())}”`,
    sort.by === "petId" ? "" : `by ${sort.by}${sort.descending ? ", largest first" : ""}`,
  ];
  const text = parts.filter(Boolean).join(", ");
  return text === "" ? "All pets" : text[0]!.toUpperCase() + text.slice(1);
}

function quantityInWords(view: View): string {
  const { min, max } = quantityRange(view);
  if (max === 0) return "none left";
  if (max < QUANTITY_MAX) return `quantity ${formatCount(min)} to ${formatCount(max)}`;
  if (min === 0) return "";
  return min === 1 ? "in stock" : `quantity ${formatCount(min)} or more`;
}
