// The visible rows, in a container as high as all rows together.

import type { InventoryItem } from "../../contract/item-json.ts";
import { ROW_PX, type RowLayout } from "../model/row-layout.ts";
import { GRID_COLUMNS, type State } from "../state/state.ts";
import type { GridActions } from "./grid-actions.ts";
import type { CellPosition } from "./grid-keys.ts";
import { GridRow } from "./grid-row.tsx";
import { NOTICE_PX } from "./use-cell-focus.ts";
import type { ScrollPosition } from "./use-scroll-position.ts";

/** Drawn above and below the visible ones, so that scrolling shows no gaps. */
const OVERSCAN_ROWS = 8;

export interface GridRowsProps {
  readonly state: State;
  readonly items: readonly InventoryItem[];
  readonly active: CellPosition;
  readonly rowLayout: RowLayout;
  readonly scroll: ScrollPosition;
  readonly actions: GridActions;
}

export function GridRows({ state, items, active, rowLayout, scroll, actions }: GridRowsProps) {
  const { editing, readOnly, saves, marks } = state;
  const activeIndex = active.row - 1;
  return (
    <div class="rows" role="rowgroup" style={{ height: `${rowLayout.heightPx + NOTICE_PX}px` }}>
      {drawnRows({ count: items.length, activeIndex, rowLayout, scroll }).map((index) => {
        const item = items[index]!;
        const { petId } = item;
        return (
          <GridRow
            key={String(petId)}
            item={item}
            index={index}
            topPx={rowLayout.topPx(index, scroll.top)}
            current={index === activeIndex ? GRID_COLUMNS[active.column] : undefined}
            editing={editing?.from.petId === petId ? editing : undefined}
            readOnly={readOnly}
            save={saves.get(petId)}
            mark={marks.has(petId) ? { before: marks.get(petId) } : undefined}
            {...actions.ofRow(index + 1, item)}
          />
        );
      })}
    </div>
  );
}

interface DrawnRows extends Pick<GridRowsProps, "rowLayout" | "scroll"> {
  readonly count: number;
  readonly activeIndex: number;
}

/** Indexes of the rows to draw. The active row is always drawn: removed from the page, it would lose the focus. */
function drawnRows({ count, activeIndex, rowLayout, scroll }: DrawnRows): number[] {
  const topPx = rowLayout.rowsAbovePx(scroll.top);
  const first = Math.max(0, Math.floor(topPx / ROW_PX) - OVERSCAN_ROWS);
  const end = Math.min(count, Math.ceil((topPx + scroll.height) / ROW_PX) + OVERSCAN_ROWS);
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (activeIndex >= 0 && (activeIndex < first || activeIndex >= end)) drawn.push(activeIndex);
  return drawn;
}
