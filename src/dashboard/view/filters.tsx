// The filter bar: search, status and preset chips, quantity bounds, and a summary of the result.

import { PET_STATUSES } from "../../contract/item-json.ts";
import { formatCount } from "../model/format.ts";
import { isPreset, PRESETS, togglePreset, toggleStatus } from "../model/view.ts";
import { idDigits } from "../model/view-query.ts";
import { FilterSummary, type FilterSummaryProps } from "./filter-summary.tsx";
import { QuantityBounds } from "./quantity-bounds.tsx";
import { StatusMark } from "./status-chip.tsx";

export type FiltersProps = FilterSummaryProps;

export function Filters(props: FiltersProps) {
  const { view, onView } = props;
  const typing = { typing: true };
  return (
    <section class="filters" aria-label="Filters">
      <input
        type="search"
        id="search"
        class="search"
        aria-label="Search by pet id"
        placeholder="Search pet id"
        inputMode="numeric"
        autocomplete="off"
        value={view.search}
        onInput={(event) => onView({ ...view, search: idDigits(event.currentTarget.value) }, typing)}
      />
      <StatusChips {...props} />
      <PresetChips view={view} onView={onView} />
      <QuantityBounds view={view} onView={(changed) => onView(changed, typing)} />
      <FilterSummary {...props} />
    </section>
  );
}

function StatusChips({ view, selection, onView }: FiltersProps) {
  return (
    <div class="chips" role="group" aria-label="Status">
      {PET_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          class="filter-chip"
          aria-pressed={view.statuses.includes(status)}
          onClick={() => onView(toggleStatus(view, status))}
        >
          <StatusMark status={status} />
          {status} <span class="count">{formatCount(selection.counts[status])}</span>
        </button>
      ))}
    </div>
  );
}

function PresetChips({ view, onView }: Pick<FiltersProps, "view" | "onView">) {
  return (
    <div class="chips" role="group" aria-label="Quick filters">
      {PRESETS.map((preset) => (
        <button
          key={preset.name}
          type="button"
          class="filter-chip"
          aria-pressed={isPreset(view, preset)}
          onClick={() => onView(togglePreset(view, preset))}
        >
          {preset.name}
        </button>
      ))}
    </div>
  );
}
