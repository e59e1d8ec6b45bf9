// How many pets match the filters, and what can be done with them.

import { useRef } from "preact/hooks";
import type { InventoryItem } from "../../contract/item-json.ts";
import { openRowWriter } from "../../transfer/write-rows.ts";
import { formatCount, formatPlural } from "../model/format.ts";
import type { Selection } from "../model/select-rows.ts";
import { isFiltered, type View, WHOLE_VIEW } from "../model/view.ts";
import { download } from "./download.ts";

export interface FilterSummaryProps {
  readonly view: View;
  readonly selection: Selection;
  readonly total: number;
  /** Whether the whole list has loaded. */
  readonly isComplete: boolean;
  readonly onView: (view: View, options?: { typing: boolean }) => void;
}

export function FilterSummary({ view, selection, total, isComplete, onView }: FilterSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  const { items } = selection;
  const showAll = (): void => {
    // The button disappears; without this the focus would be lost.
    summary.current?.focus();
    onView({ ...WHOLE_VIEW, sort: view.sort });
  };
  const pets = formatPlural(total, "pet");
  return (
    <div ref={summary} class="filter-summary" tabIndex={-1}>
      {isFiltered(view) && (
        <button type="button" class="link" onClick={showAll}>
          Show all
        </button>
      )}
      <span role="status">{isFiltered(view) ? `${formatCount(items.length)} of ${pets}` : pets}</span>
      <button
        type="button"
        class="small"
        title={isComplete ? "Download these rows as a CSV file" : "Available when the whole list has loaded"}
        aria-disabled={!isComplete}
        onClick={() => isComplete && download("inventory.csv", csvOf(items))}
      >
        Export
      </button>
    </div>
  );
}

/** In the format that `petstock import` and the dashboard's import read. */
function csvOf(items: readonly InventoryItem[]): string {
  const writer = openRowWriter("csv");
  return writer.page(items) + writer.end();
}
