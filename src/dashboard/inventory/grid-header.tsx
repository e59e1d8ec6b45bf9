// The table's header: column names, sort order, and the checkbox of all rows.

import { SORT_COLUMNS, type Sort, type SortColumn } from "../state/view.ts";
import type { Dashboard } from "../app/dashboard.ts";
import type { GridColumn } from "../state/state.ts";
import { useWhole } from "../state/use-selected.ts";
import type { InventoryUi } from "./inventory-ui.ts";
import { inventoryText } from "../language/en/inventory.ts";

interface GridHeaderProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
  readonly sort: Sort;
  readonly columns: readonly GridColumn[];
  /** The active column, if the active cell is in the header. */
  readonly current: GridColumn | undefined;
  readonly onSort: (column: GridColumn) => void;
}

export function isSortable(column: GridColumn): column is GridColumn & SortColumn {
  return (SORT_COLUMNS as readonly string[]).includes(column);
}

export function GridHeader({ dashboard, ui, sort, columns, current, onSort }: GridHeaderProps) {
  return (
    <div role="rowgroup" class="header-group">
      <div role="row" class="row header" aria-rowindex={1}>
        {columns.map((column) => {
          const order = sort.by === column ? (sort.descending ? "descending" : "ascending") : "none";
          return (
            <div
              key={column}
              role="columnheader"
              class={`cell ${column} ${isSortable(column) ? "sortable" : ""}`}
              aria-sort={isSortable(column) ? order : undefined}
              tabIndex={column === current ? 0 : -1}
              data-current={column === current ? "" : undefined}
              onClick={() => onSort(column)}
            >
              {column === "select" ? <SelectAll dashboard={dashboard} ui={ui} /> : inventoryText[column]}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function SelectAll({ dashboard: { shown }, ui }: Pick<GridHeaderProps, "dashboard" | "ui">) {
  const { selection } = ui;
  useWhole(selection.store);
  const isAll = selection.size > 0 && selection.size >= shown.size;
  return (
    <>
      <span class={`checkbox ${isAll ? "checked" : selection.size > 0 ? "some" : ""}`} aria-hidden="true" />
      <span class="visually-hidden">{isAll ? inventoryText.clearSelection : inventoryText.selectAll}</span>
    </>
  );
}
