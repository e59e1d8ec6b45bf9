// The inventory table. Draws only the visible rows, out of any number. Follows the ARIA grid pattern: one tab stop, and
// arrow keys within.

import { useRef } from "preact/hooks";
import type { InventoryItem } from "../../contract/item-json.ts";
import { ROW_PX, RowLayout } from "../model/row-layout.ts";
import type { Dashboard } from "../state/dashboard.ts";
import { GRID_COLUMNS, type State } from "../state/state.ts";
import { GridActions } from "./grid-actions.ts";
import { GridHeader } from "./grid-header.tsx";
import { GridRows } from "./grid-rows.tsx";
import { useActiveCell } from "./use-active-cell.ts";
import { NOTICE_PX, useCellFocus } from "./use-cell-focus.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { useScrollPosition } from "./use-scroll-position.ts";

export interface GridProps {
  readonly dashboard: Dashboard;
  readonly state: State;
  readonly items: readonly InventoryItem[];
}

export function Grid({ dashboard, state, items }: GridProps) {
  const { view, cursor } = state;
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useScrollPosition(scroller);
  const active = useActiveCell(state, items);
  const { row, column } = active;
  // The header covers the height of one row.
  const rowLayout = new RowLayout(items.length, scroll.height - ROW_PX - NOTICE_PX);
  useScrollAnchor(scroller, { items, view, row, petId: cursor?.petId, rowLayout });
  const urgentNote = urgentNoteOf(state, items[row - 1]?.petId);
  const focus = useCellFocus(scroller, { row, rowLayout, urgentNote });
  const pageRows = Math.max(1, Math.floor(scroll.height / ROW_PX) - 2);
  const actions = new GridActions({ dashboard, items, view, active, pageRows, focus });
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      aria-label="Inventory"
      aria-rowcount={items.length + 1}
      aria-colcount={GRID_COLUMNS.length}
      aria-readonly={state.readOnly}
      onKeyDown={(event) => actions.onKeyDown(event)}
    >
      <GridHeader
        sort={view.sort}
        current={row === 0 ? column : undefined}
        onSort={(at) => actions.onHeaderClick(at)}
      />
      <GridRows
        state={state}
        items={items}
        active={active}
        rowLayout={rowLayout}
        scroll={scroll}
        actions={actions}
      />
    </div>
  );
}

/** Identifies a note that the user must see: an invalid edit, a conflict or a failed save. */
function urgentNoteOf({ editing, saves }: State, petId: bigint | undefined): string | undefined {
  if (petId === undefined) return undefined;
  if (editing?.from.petId === petId) return editing.error;
  const kind = saves.get(petId)?.kind;
  return kind === "conflict" || kind === "failed" ? kind : undefined;
}
