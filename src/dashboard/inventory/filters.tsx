// The filter bar: search, which stock, bounds of the quantity, and a summary of the result.

import { useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { isPreset, STOCKS, type View, withPreset } from "../state/view.ts";
import { Icon } from "../ui/icon.tsx";
import { FilterSummary } from "./filter-summary.tsx";
import { QuantityBounds } from "./quantity-bounds.tsx";
import { SavedViewsMenu } from "./saved-views-menu.tsx";
import { SearchField } from "./search-field.tsx";
import { useFields } from "../state/use-selected.ts";
import { inventoryText } from "../language/en/inventory.ts";

export function Filters({ dashboard }: { readonly dashboard: Dashboard }) {
  const { store, shown, pets } = dashboard;
  const { view } = useFields(
    store,
    ...(["view", "loading", "petsVersion", "shownVersion", "labelsVersion", "held"] as const),
  );
  const onView = (changed: View, options?: { typing: boolean }): void => dashboard.setView(changed, options);
  return (
    <section class="filters" aria-label={inventoryText.filters}>
      <SearchField dashboard={dashboard} />
      <StockChoice view={view} onView={onView} />
      <Bounds view={view} onView={onView} />
      <FilterSummary view={view} shown={shown} total={pets.size} onView={onView} />
      <SavedViewsMenu dashboard={dashboard} />
    </section>
  );
}

interface ChoiceProps {
  readonly view: View;
  readonly onView: (view: View, options?: { typing: boolean }) => void;
}

function StockChoice({ view, onView }: ChoiceProps) {
  return (
    <div class="stock-choice" role="group" aria-label={inventoryText.stock}>
      {STOCKS.map((preset) => (
        <button
          key={preset.name}
          type="button"
          aria-pressed={isPreset({ ...view, statuses: [] }, preset)}
          onClick={() => onView({ ...withPreset(view, preset), statuses: view.statuses })}
        >
          {preset.name}
        </button>
      ))}
    </div>
  );
}

/** Seldom used, so behind a button until a bound is set. */
function Bounds({ view, onView }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const isSet = STOCKS.every((preset) => !isPreset({ ...view, statuses: [], low: false }, preset));
  const isShown = isOpen || isSet;
  return (
    <>
      <button
        type="button"
        class="bounds-button"
        aria-expanded={isShown}
        aria-controls="bounds"
        onClick={() => setOpen(!isShown)}
      >
        {inventoryText.quantity}
        <Icon name="down" />
      </button>
      {isShown && (
        <div id="bounds" class="bounds-place">
          <QuantityBounds view={view} onView={(changed) => onView(changed, { typing: true })} />
        </div>
      )}
    </>
  );
}
