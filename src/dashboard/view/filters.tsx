// What to see of the inventory: search, chips with their counts, bounds.

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
import { digitsOf, quantityOf } from "../model/view-address.ts";
import { count, counted } from "../model/words.ts";
import { download } from "./download.ts";
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
      <div class="bounds" role="group" aria-label="Quantity">
        Quantity
        <Bound
          name="from"
          value={view.quantityMin}
          onValue={(quantityMin) => onView({ ...view, quantityMin }, typing)}
        />
        <Bound
          name="to"
          value={view.quantityMax}
          onValue={(quantityMax) => onView({ ...view, quantityMax }, typing)}
        />
      </div>
      <div class="shown">
        {isFiltered(view) && (
          <button type="button" class="link" onClick={() => onView({ ...WHOLE_VIEW, sort: view.sort })}>
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

interface BoundProps {
  readonly name: "from" | "to";
  readonly value: number | undefined;
  readonly onValue: (value: number | undefined) => void;
}

function Bound({ name, value, onValue }: BoundProps) {
  return (
    <label>
      {name === "to" && name}
      <input
        type="text"
        inputMode="numeric"
        autocomplete="off"
        aria-label={`Quantity ${name}`}
        value={value === undefined ? "" : String(value)}
        onInput={(event) => onValue(quantityOf(event.currentTarget.value))}
      />
    </label>
  );
}
