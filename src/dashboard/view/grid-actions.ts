// What keys and clicks do in the table: move the active cell, edit and sort.

import type { InventoryItem } from "../../contract/item-json.ts";
import { type SortColumn, toggleSort, type View } from "../model/view.ts";
import type { Dashboard } from "../state/dashboard.ts";
import { GRID_COLUMNS, type GridColumn } from "../state/state.ts";
import { beginsEdit, type CellPosition, nextCell } from "./grid-keys.ts";

const QUANTITY = GRID_COLUMNS.indexOf("quantity");

/** Where the active cell moves after an edit is committed. */
export type CommitMove = "down" | "up" | "right" | "left" | "stay";

export interface GridActionsOptions {
  readonly dashboard: Dashboard;
  readonly items: readonly InventoryItem[];
  readonly view: View;
  readonly active: CellPosition;
  readonly pageRows: number;
  /** Focuses the active cell after the next draw. */
  readonly focus: (options: { scroll: boolean }) => void;
}

export class GridActions {
  readonly #options: GridActionsOptions;

  constructor(options: GridActionsOptions) {
    this.#options = options;
  }

  onKeyDown(event: KeyboardEvent): void {
    const { active, items, pageRows } = this.#options;
    const { row, column } = active;
    // Buttons in a cell handle all keys but the arrows themselves.
    if ((event.target as HTMLElement).closest("button") !== null && !event.key.startsWith("Arrow")) return;
    const to = nextCell(active, event, { lastRow: items.length, pageRows });
    if (to !== undefined) this.#moveTo(to);
    else if (row === 0 && (event.key === "Enter" || event.key === " ")) this.#sort(GRID_COLUMNS[column]!);
    else if (row > 0 && (event.key === "Enter" || event.key === "F2")) this.#edit(row);
    else if (row > 0 && beginsEdit(event)) this.#edit(row, { typed: event.key });
    else return;
    event.preventDefault();
  }

  onHeaderClick(column: number): void {
    this.#moveTo({ row: 0, column });
    this.#sort(GRID_COLUMNS[column]!);
  }

  /** What a row's cells, input and note buttons call. `row` is counted from 1, below the header. */
  ofRow(row: number, { petId }: InventoryItem) {
    const { dashboard, focus } = this.#options;
    const { editor, saves } = dashboard;
    return {
      // Clicks do not scroll: a second click must hit the same row.
      onCell: (column: GridColumn) =>
        this.#moveTo({ row, column: GRID_COLUMNS.indexOf(column) }, { scroll: false }),
      onFocused: (column: GridColumn) => dashboard.moveCursor({ petId, column }),
      onEdit: () => this.#edit(row, { scroll: false }),
      onType: (text: string) => {
        editor.type(text);
        focus({ scroll: true });
      },
      onCommit: (move: CommitMove) => this.#commit(row, move),
      onCancel: () => this.#backToQuantity(row, () => editor.cancel()),
      onUseMine: () => this.#backToQuantity(row, () => saves.useMine(petId)),
      onRetry: (retry: () => void) => this.#backToQuantity(row, retry),
      onDismiss: () => this.#backToQuantity(row, () => saves.dismiss(petId)),
    };
  }

  #moveTo({ row, column }: CellPosition, { scroll = true } = {}): void {
    const { focus, dashboard, items } = this.#options;
    focus({ scroll });
    dashboard.moveCursor({ petId: items[row - 1]?.petId, column: GRID_COLUMNS[column]! });
  }

  #edit(row: number, { typed, scroll = true }: { typed?: string; scroll?: boolean } = {}): void {
    this.#moveTo({ row, column: QUANTITY }, { scroll });
    this.#options.dashboard.editor.begin(this.#options.items[row - 1]!, typed);
  }

  #commit(row: number, move: CommitMove): void {
    const { dashboard, items } = this.#options;
    if (!dashboard.editor.commit() || move === "stay") return;
    const rowStep = { down: 1, up: -1, right: 0, left: 0 }[move];
    const columnStep = { down: 0, up: 0, right: 1, left: -1 }[move];
    this.#moveTo({
      row: Math.min(Math.max(row + rowStep, 1), items.length),
      column: QUANTITY + columnStep,
    });
  }

  #backToQuantity(row: number, act: () => void): void {
    act();
    this.#moveTo({ row, column: QUANTITY });
  }

  #sort(column: GridColumn): void {
    const { dashboard, view } = this.#options;
    if (column !== "note") dashboard.setView(toggleSort(view, column satisfies SortColumn));
  }
}
