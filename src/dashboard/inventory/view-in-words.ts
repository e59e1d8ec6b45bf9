// A view in words, for the head of a printed table and for who saves it.

import { QUANTITY_MAX } from "../../contract/item-json.ts";
import { inventoryText } from "../language/en/inventory.ts";
import { uiText } from "../language/en/ui.ts";
import { formatChoice } from "../language/format.ts";
import { quantityRange, type View } from "../state/view.ts";
import { isolated } from "../ui/isolated.ts";

export function viewInWords(view: View): string {
  const { search, statuses, low } = view;
  const parts = [
    quantityInWords(view),
    formatChoice(statuses.map((status) => uiText.statuses[status])),
    low ? inventoryText.viewLow : "",
    search.trim() === "" ? "" : inventoryText.viewSearch(isolated(search.trim())),
    sortInWords(view),
  ];
  const text = parts.filter(Boolean).join(", ");
  return text === "" ? inventoryText.wholeView : inventoryText.viewOf(text);
}

function sortInWords({ sort: { by, descending } }: View): string {
  if (descending) return inventoryText.viewSortedDescending(inventoryText[by]);
  return by === "petId" ? "" : inventoryText.viewSorted(inventoryText[by]);
}

function quantityInWords(view: View): string {
  const { min, max } = quantityRange(view);
  if (max === 0) return inventoryText.viewNoneLeft;
  if (max < QUANTITY_MAX) return inventoryText.viewRange(min, max);
  if (min === 0) return "";
  return min === 1 ? inventoryText.viewInStock : inventoryText.viewMin(min);
}
