// Actions of keys and clicks in the table: move the active cell, edit, select, open and sort.

import { toggleSort, type View } from "../state/view.ts";
import type { Dashboard } from "../app/dashboard.ts";
import type { GridColumn } from "../state/state.ts";
import { may } from "../state/roles.ts";
import { isSortable } from "./grid-header.tsx";
import { beginsEdit, type CellPosition, nextCell } from "./grid-keys.ts";
import type { InventoryUi } from "./inventory-ui.ts";
import { readPastedTable } from "./pasted-table.ts";
import type { StatusMenuFor } from "./status-menu.tsx";

/** Where the active cell moves after an edit is committed. */
export type CommitMove = "down" | "up" | "right" | "left" | "stay";

export interface GridActionsOptions {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
  readonly view: View;
  readonly columns: readonly GridColumn[];
  readonly active: CellPosition;
  readonly pageRows: number;
  /** Focuses the active cell after the next draw. */
  readonly focus: (options: { scroll: boolean }) => void;
  /** Absent if the role may not change a status. */
  readonly onStatusMenu: ((menuFor: StatusMenuFor) => void) | undefined;
}

/** Stays the same object for as long as the table is open, so that rows which have not changed are not drawn again. */
export class GridActions {
  #options: GridActionsOptions;

  constructor(options: GridActionsOptions) {
    this.#options = options;
  }

  get options(): GridActionsOptions {
    return this.#options;
  }

  /** Call with each draw: events refer to what was drawn last. */
  update(options: GridActionsOptions): void {
    this.#options = options;
  }

  get activeColumn(): GridColumn {
    const { active, columns } = this.#options;
    return columns[active.column]!;
  }

  get canSetStatus(): boolean {
    return this.#options.onStatusMenu !== undefined;
  }

  onKeyDown(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // The status menu has keys of its own; buttons in a cell handle all keys but the arrows themselves.
    if (target.closest(".menu-list") !== null) return;
    if (target.closest("button") !== null && !event.key.startsWith("Arrow")) return;
    const isDone =
      this.#extend(event) || this.#move(event) || this.#shortcut(event) || this.#act(event, target);
    if (isDone) event.preventDefault();
  }

  onHeaderClick(column: GridColumn): void {
    this.moveTo({ row: 0, column: this.#options.columns.indexOf(column) });
    this.#onHeader(column);
  }

  onPaste(event: ClipboardEvent): void {
    const { dashboard, ui, active } = this.#options;
    if (event.target instanceof HTMLInputElement) return;
    const table = readPastedTable(event.clipboardData?.getData("text/plain") ?? "");
    if (table === undefined || !may(dashboard.store.state, "clerk")) return;
    event.preventDefault();
    ui.open({ kind: "paste", table, rowIndex: Math.max(0, active.row - 1) });
  }

  /** Selects the rows from where the range begins, or from the active row, to the pet. */
  extendTo(petId: bigint): void {
    const { ui, dashboard, active } = this.#options;
    const { shown } = dashboard;
    ui.selection.extend(shown, { from: active.row - 1, to: shown.indexOf(petId) });
  }

  moveTo({ row, column }: CellPosition, { scroll = true } = {}): void {
    const { focus, dashboard, columns } = this.#options;
    focus({ scroll });
    dashboard.moveCursor({ petId: dashboard.shown.petId(row - 1), column: columns[column]! });
  }

  edit(row: number, { typed, scroll = true }: { typed?: string; scroll?: boolean } = {}): void {
    const { dashboard } = this.#options;
    this.moveTo({ row, column: this.#quantity }, { scroll });
    dashboard.editor.begin(dashboard.shown.item(row - 1)!, typed);
  }

  commit(row: number, move: CommitMove): void {
    const { dashboard } = this.#options;
    if (!dashboard.editor.commit() || move === "stay") return;
    const rowStep = { down: 1, up: -1, right: 0, left: 0 }[move];
    const columnStep = { down: 0, up: 0, right: 1, left: -1 }[move];
    this.moveTo({
      row: Math.min(Math.max(row + rowStep, 1), dashboard.shown.size),
      column: this.#quantity + columnStep,
    });
  }

  backToQuantity(row: number, act: () => void): void {
    act();
    this.moveTo({ row, column: this.#quantity });
  }

  #move(event: KeyboardEvent): boolean {
    const { active, pageRows, columns, dashboard } = this.#options;
    const extent = { lastRow: dashboard.shown.size, pageRows, lastColumn: columns.length - 1 };
    const to = nextCell(active, event, extent);
    if (to !== undefined) this.moveTo(to);
    return to !== undefined;
  }

  /** Shift with up or down selects a range. */
  #extend(event: KeyboardEvent): boolean {
    const { active, ui, dashboard, pageRows, columns } = this.#options;
    const { key, shiftKey, ctrlKey, metaKey } = event;
    const isToEnd = (key === "Home" || key === "End") && (ctrlKey || metaKey);
    const isVertical = isToEnd || /^(?:Arrow|Page)(?:Up|Down)$/.test(key);
    if (!shiftKey || !isVertical || active.row === 0) return false;
    const extent = { lastRow: dashboard.shown.size, pageRows, lastColumn: columns.length - 1 };
    const to = Math.max(1, nextCell(active, event, extent)!.row);
    ui.selection.extend(dashboard.shown, { from: active.row - 1, to: to - 1 });
    this.moveTo({ row: to, column: active.column });
    return true;
  }

  #shortcut({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    const { dashboard, ui, active } = this.#options;
    const { shown, store } = dashboard;
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "a") {
      ui.selection.selectAll(shown);
      return true;
    }
    if (key === "Escape") {
      if (ui.selection.size === 0 && store.state.openPetId === undefined) return false;
      if (ui.selection.size > 0) ui.clearSelection();
      else dashboard.closePet();
      return true;
    }
    if (key !== "Delete" || !may(store.state, "manager")) return false;
    const petIds = ui.targets(shown.petId(active.row - 1));
    if (petIds.length > 0) ui.open({ kind: "change", what: "remove", petIds });
    return true;
  }

  /** Enter, Space, and keys that begin an edit, in the active cell. */
  #act(event: KeyboardEvent, target: HTMLElement): boolean {
    const { active, columns } = this.#options;
    const { row } = active;
    const column = columns[active.column]!;
    const isPress = event.key === "Enter" || event.key === " ";
    if (row === 0) {
      if (isPress) this.#onHeader(column);
      return isPress;
    }
    if (event.key === "F2") this.edit(row);
    else if (beginsEdit(event)) this.edit(row, { typed: event.key });
    else if (isPress) this.#press(event, { column, target });
    else return false;
    return true;
  }

  #press(
    { key, shiftKey }: KeyboardEvent,
    { column, target }: { readonly column: GridColumn; readonly target: HTMLElement },
  ): void {
    const { active, dashboard, ui, onStatusMenu } = this.#options;
    const petId = dashboard.shown.petId(active.row - 1)!;
    const cell = target.closest<HTMLElement>(".cell");
    if (column === "status" && onStatusMenu !== undefined && !shiftKey && cell !== null) {
      onStatusMenu({ petId, cell });
    } else if (key === " " || column === "select") {
      ui.selection.toggle(petId);
    } else if (column === "quantity") {
      this.edit(active.row);
    } else {
      ui.focusesPanel = true;
      dashboard.openPet(petId);
    }
  }

  #onHeader(column: GridColumn): void {
    const { dashboard, view, ui } = this.#options;
    const { selection } = ui;
    if (isSortable(column)) dashboard.setView(toggleSort(view, column));
    if (column !== "select") return;
    if (selection.size > 0 && selection.size >= dashboard.shown.size) ui.clearSelection();
    else selection.selectAll(dashboard.shown);
  }

  get #quantity(): number {
    return this.#options.columns.indexOf("quantity");
  }
}
