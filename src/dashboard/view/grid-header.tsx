// The table's header: column names and sort order.

import type { Sort } from "../model/view.ts";
import { GRID_COLUMNS, type GridColumn } from "../state/state.ts";

const NAMES: Readonly<Record<GridColumn, string>> = {
  petId: "Pet",
  quantity: "Quantity",
  status: "Status",
  note: "Notes",
};

export interface GridHeaderProps {
  readonly sort: Sort;
  /** Index of the active column, if the active cell is in the header. */
  readonly current: number | undefined;
  readonly onSort: (column: number) => void;
}

export function GridHeader({ sort, current, onSort }: GridHeaderProps) {
  return (
    <div role="rowgroup" class="header-group">
      <div role="row" class="row header" aria-rowindex={1}>
        {GRID_COLUMNS.map((column, at) => {
          const order = sort.by === column ? (sort.descending ? "descending" : "ascending") : "none";
          return (
            <div
              key={column}
              role="columnheader"
              class={`cell ${column}${column === "note" ? "" : " sortable"}`}
              aria-sort={column === "note" ? undefined : order}
              tabIndex={at === current ? 0 : -1}
              data-current={at === current ? "" : undefined}
              onClick={() => onSort(at)}
            >
              {NAMES[column]}
            </div>
          );
        })}
      </div>
    </div>
  );
}
