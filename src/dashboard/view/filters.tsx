// What to see of the inventory: search, chips with their counts, bounds.

import { useRef } from "preact/hooks";
import { type InventoryItem, PET_STATUSES } from "../../contract/item-json.ts";
import { openRowWriter } from "../../transfer/write-rows.ts";
import type { Selection } from "../model/select.ts";
import {
  isFiltered,
  isPreset,
  PRESETS,
  togglePreset,
  toggleStatus,
  type View,
  WHOLE_VIEW,
} from "../model/view.ts";
import { digitsOf } from "../model/view-address.ts";
import { count, counted } from "../model/words.ts";
import { download } from "./download.ts";
import { QuantityBounds } from "./quantity-bounds.tsx";
import { StatusMark } from "./status-chip.tsx";

export interface FiltersProps {
  readonly view: View;
  readonly selection: Selection;
  readonly total: number;
  /** Whether the whole list is there. */
  readonly isWhole: boolean;
  readonly onView: (view: View, options?: { typing: boolean }) => void;
}

export function Filters({ view, selection, total, isWhole, onView }: FiltersProps) {
  const typing = { typing: true };
  const summary = useRef<HTMLDivElement>(null);
  const showAll = (): void => {
    // The button goes, and would leave the focus nowhere.
    summary.current?.focus();
    onView({ ...WHOLE_VIEW, sort: view.sort });
  };
  const shown = selection.items.length;
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
        onInput={(event) => onView({ ...view, search: digitsOf(event.currentTarget.value) }, typing)}
      />
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
            {status} <span class="count">{count(selection.counts[status])}</span>
          </button>
        ))}
      </div>
      <div class="chips" role="group" aria-label="Worth a look">
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
      <QuantityBounds view={view} onView={(changed) => onView(changed, typing)} />
      <div ref={summary} class="shown" tabIndex={-1}>
        {isFiltered(view) && (
          <button type="button" class="link" onClick={showAll}>
            Show all
          </button>
        )}
        <span role="status">
          {isFiltered(view) ? `${count(shown)} of ${counted(total, "pet")}` : counted(total, "pet")}
        </span>
        <button
          type="button"
          class="small"
          title={isWhole ? "What the table shows, as a CSV file" : "Waits until the whole list is there"}
          aria-disabled={!isWhole}
          onClick={() => isWhole && download("inventory.csv", csvOf(selection.items))}
        >
          Export
        </button>
      </div>
    </section>
  );
}

/** As `petstock import` and the change by a file take it. */
function csvOf(items: readonly InventoryItem[]): string {
  const writer = openRowWriter("csv");
  return writer.page(items) + writer.end();
}
