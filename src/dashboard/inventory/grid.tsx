// The inventory table. Draws only the visible rows, out of any number. Follows the ARIA grid pattern: one tab stop, and
// arrow keys within.

import { useRef, useState, useMemo } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { pageTitle } from "../state/page-title.ts";
import { may } from "../state/roles.ts";
import type { State } from "../state/state.ts";
import { useSelected } from "../state/use-selected.ts";
import { ColumnProbe, useColumnNeeds } from "./column-probe.tsx";
import { copySelection } from "./copy.ts";
import { GridActions, type GridActionsOptions } from "./grid-actions.ts";
import { GridHeader } from "./grid-header.tsx";
import { GridRows } from "./grid-rows.tsx";
import type { InventoryUi } from "./inventory-ui.ts";
import { RowLayout } from "./row-layout.ts";
import { StatusMenu, type StatusMenuFor } from "./status-menu.tsx";
import { useActiveCell } from "./use-active-cell.ts";
import { NOTICE_PX, useCellFocus } from "./use-cell-focus.ts";
import { useGridState } from "./use-grid-state.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";
import { useScrollPosition, type ScrollPosition } from "./use-scroll-position.ts";
import { useMedia } from "../ui/use-media.ts";
import { type LayoutFacts, type TableLayout, tableLayout } from "./table-layout.ts";

interface GridProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
}

export function Grid({ dashboard, ui }: GridProps) {
  const { pets, shown } = dashboard;
  const state = useGridState(dashboard);
  const canManage = useSelected(dashboard.store, (each) => may(each, "manager"));
  const [statusMenu, setStatusMenu] = useState<StatusMenuFor>();
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useScrollPosition(scroller);
  const [needs, texts, probe] = useColumnNeeds(pets, state.petsVersion);
  const layout = useTableLayout(scroll, { hasLabels: pets.hasLabels, needs });
  const { columns, rowPx, headerPx } = layout;
  const active = useActiveCell(state.cursor, { shown, columns });
  const rowLayout = new RowLayout({
    rows: shown.size,
    rowPx,
    viewportPx: scroll.height - headerPx - NOTICE_PX,
  });
  const { view, shownVersion } = state;
  const activePetId = shown.petId(active.row - 1);
  useScrollAnchor(scroller, {
    version: shownVersion,
    view: shown.view,
    row: active.row,
    petId: activePetId,
    scrollTop: scroll.top,
    rowLayout,
  });
  const urgentNote = urgentNoteOf(state, activePetId);
  const focus = useCellFocus(scroller, { row: active.row, rowLayout, headerPx, urgentNote });
  const pageRows = Math.max(1, Math.floor(scroll.height / rowPx) - 2);
  const actions = useActions({
    dashboard,
    ui,
    view,
    columns,
    active,
    pageRows,
    focus,
    onStatusMenu: canManage ? setStatusMenu : undefined,
  });
  const table = (
    <div
      ref={scroller}
      class={`grid ${layout.kind === "tiny" ? "narrow tiny" : layout.kind} ${columns.includes("name") ? "with-names" : ""}`}
      style={{ "--row": `${rowPx}px`, "--header": `${headerPx}px`, ...widthsOf(layout) }}
      role="grid"
      aria-label={pageTitle("/")}
      aria-multiselectable={true}
      aria-rowcount={shown.size + 1}
      aria-colcount={columns.length}
      aria-readonly={state.readOnly}
      onKeyDown={(event) => actions.onKeyDown(event)}
      onCopy={(event) => copySelection(event, { dashboard, ui, active: activePetId })}
      onPaste={(event) => actions.onPaste(event)}
    >
      <ColumnProbe texts={texts} probe={probe} />
      <GridHeader
        sort={view.sort}
        columns={columns}
        current={active.row === 0 ? columns[active.column] : undefined}
        ui={ui}
        dashboard={dashboard}
        onSort={(column) => actions.onHeaderClick(column)}
      />
      <GridRows
        dashboard={dashboard}
        state={state}
        ui={ui}
        layout={layout}
        active={active}
        rowLayout={rowLayout}
        scroll={scroll}
        actions={actions}
      />
    </div>
  );
  const closeMenu = (): void => {
    setStatusMenu(undefined);
    focus({ scroll: false });
  };
  return (
    <>
      {table}
      {statusMenu !== undefined && (
        <StatusMenu dashboard={dashboard} menuFor={statusMenu} onClose={closeMenu} />
      )}
    </>
  );
}

function useActions(options: GridActionsOptions): GridActions {
  const [actions] = useState(() => new GridActions(options));
  actions.update(options);
  return actions;
}

/** As the style sheet takes them. */
function widthsOf({ widths }: TableLayout): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(widths).map(([column, width]) => [`--${column}`, width]));
}

/** Identifies a note that the user must see: an invalid edit, a conflict or a failed save. */
function urgentNoteOf(
  { editing, saves }: Pick<State, "editing" | "saves">,
  petId: bigint | undefined,
): string | undefined {
  if (petId === undefined) return undefined;
  if (editing?.from.petId === petId) return editing.error;
  const kind = saves.get(petId)?.kind;
  return kind === "conflict" || kind === "failed" ? kind : undefined;
}

/** The layout for the current screen and text size. */
function useTableLayout(
  { width: widthPx, remPx }: Pick<ScrollPosition, "width" | "remPx">,
  { hasLabels, needs }: Pick<LayoutFacts, "hasLabels" | "needs">,
): TableLayout {
  const isCoarse = useMedia("(pointer: coarse)");
  return useMemo(
    () => tableLayout({ widthPx, remPx, isCoarse, hasLabels, needs }),
    [widthPx, remPx, isCoarse, hasLabels, needs],
  );
}
