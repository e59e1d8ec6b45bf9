// The number of pets that match the filters.

import { useRef } from "preact/hooks";
import { inventoryText } from "../language/en/inventory.ts";
import type { ShownPets } from "../data/shown-pets.ts";
import { isFiltered, isStockOnly, type View, WHOLE_VIEW } from "../state/view.ts";

interface FilterSummaryProps {
  readonly view: View;
  readonly shown: ShownPets;
  readonly total: number;
  readonly onView: (view: View, options?: { typing: boolean }) => void;
}

export function FilterSummary({ view, shown, total, onView }: FilterSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const showAll = (): void => {
    // The button disappears; without this the focus would be lost.
    summary.current?.focus();
    onView({ ...WHOLE_VIEW, sort: view.sort });
  };
  return (
    <div
      ref={summary}
      class="filter-summary"
      tabIndex={-1}
      style={{ "--text": `${inventoryText.petsOf(total, total).length}ch` }}
    >
      {isFiltered(view) && !isStockOnly(view) && (
        <button type="button" class="link" onClick={showAll}>
          {inventoryText.showAll}
        </button>
      )}
      <span role="status">{statusText(view, shown, total)}</span>
    </div>
  );
}

function statusText(view: View, { size, isComplete }: ShownPets, total: number): string {
  if (!isFiltered(view)) return isComplete ? inventoryText.pets(total) : inventoryText.petsSearching(total);
  return isComplete ? inventoryText.petsOf(size, total) : inventoryText.soFar(size);
}
