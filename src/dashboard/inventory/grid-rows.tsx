// The visible rows, in a container as high as all rows together.

import { useEffect, useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { shownLabel } from "../edits/label-save.ts";
import type { LabelSave } from "../state/state.ts";
import type { GridActions } from "./grid-actions.ts";
import type { CellPosition } from "./grid-keys.ts";
import { GridRow } from "./grid-row.tsx";
import type { InventoryUi } from "./inventory-ui.ts";
import type { RowLayout } from "./row-layout.ts";
import { RowSlots } from "./row-slots.ts";
import type { TableLayout } from "./table-layout.ts";
import { NOTICE_PX } from "./use-cell-focus.ts";
import type { ScrollPosition } from "./use-scroll-position.ts";
import { useSelected, useWhole } from "../state/use-selected.ts";
import type { GridState } from "./use-grid-state.ts";

/** Drawn above and below the visible ones, so that scrolling shows no gaps. */
const OVERSCAN_ROWS = 4;
const MINUTE_MS = 60_000;

interface GridRowsProps {
  readonly dashboard: Dashboard;
  readonly state: GridState;
  readonly ui: InventoryUi;
  readonly layout: TableLayout;
  readonly active: CellPosition;
  readonly rowLayout: RowLayout;
  readonly scroll: ScrollPosition;
  readonly actions: GridActions;
}

export function GridRows({
  dashboard,
  state,
  ui,
  layout,
  active,
  rowLayout,
  scroll,
  actions,
}: GridRowsProps) {
  const { pets, shown, lastChanges } = dashboard;
  const { editing, readOnly, saves, labelSaves, marks, openPetId } = state;
  const { isSelecting } = useWhole(ui.store);
  useWhole(ui.selection.store);
  const activeIndex = active.row - 1;
  const indexes = drawnRows({ count: shown.size, activeIndex, rowLayout, scroll });
  const petIds = indexes.map((index) => shown.petId(index)!);
  const slots = useSlots(petIds, state);
  const minute = Math.floor(Date.now() / MINUTE_MS);
  useLastChanges(dashboard, petIds);
  return (
    <div class="rows" role="rowgroup" style={{ height: `${rowLayout.heightPx + NOTICE_PX}px` }}>
      {indexes.map((index, at) => {
        const item = shown.item(index)!;
        const { petId } = item;
        return (
          <GridRow
            key={slots[at]}
            item={item}
            label={shownLabel(pets.label(petId), labelSaves.get(petId))}
            columns={layout.columns}
            index={index}
            topPx={rowLayout.topPx(index, scroll.top)}
            current={index === activeIndex ? layout.columns[active.column] : undefined}
            isSelected={ui.selection.has(petId)}
            isSelecting={isSelecting}
            isOpen={openPetId === petId}
            editing={editing?.from.petId === petId ? editing : undefined}
            readOnly={readOnly}
            canSetStatus={actions.canSetStatus}
            save={saves.get(petId)}
            isLabelUndecided={isUndecided(labelSaves.get(petId))}
            lastChange={lastChanges.get(petId)}
            mark={marks.has(petId) ? { before: marks.get(petId) } : undefined}
            minute={minute}
            actions={actions}
          />
        );
      })}
    </div>
  );
}

function isUndecided(save: LabelSave | undefined): boolean {
  return save?.kind === "conflict" || save?.kind === "failed";
}

/** A row that has the focus, is edited or is marked never passes its element to another pet. */
function useSlots(petIds: readonly bigint[], { editing, marks }: GridState): readonly number[] {
  const [slots] = useState(() => new RowSlots());
  const focused = document.activeElement?.closest<HTMLElement>(".rows .row")?.dataset["pet"];
  return slots.assign(
    petIds,
    (petId) => petId === editing?.from.petId || marks.has(petId) || String(petId) === focused,
  );
}

/** Asks who changed the rows on the screen. */
function useLastChanges({ lastChanges, store }: Dashboard, petIds: readonly bigint[]): void {
  const hasAdmin = useSelected(store, ({ me }) => me !== undefined);
  useEffect(() => {
    if (hasAdmin) lastChanges.want(petIds);
  }, [hasAdmin, String(petIds)]);
}

interface DrawnRows extends Pick<GridRowsProps, "rowLayout" | "scroll"> {
  readonly count: number;
  readonly activeIndex: number;
}

/** Indexes of the rows to draw. The active row is always drawn: removed from the page, it would lose the focus. */
function drawnRows({ count, activeIndex, rowLayout, scroll }: DrawnRows): number[] {
  const topPx = rowLayout.rowsAbovePx(scroll.top);
  const { rowPx } = rowLayout;
  const first = Math.max(0, Math.floor(topPx / rowPx) - OVERSCAN_ROWS);
  const end = Math.min(count, Math.ceil((topPx + scroll.height) / rowPx) + OVERSCAN_ROWS);
  const drawn = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  if (activeIndex >= 0 && (activeIndex < first || activeIndex >= end)) drawn.push(activeIndex);
  return drawn;
}
