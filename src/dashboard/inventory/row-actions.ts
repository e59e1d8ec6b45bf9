// Actions of a row's cells, input and note buttons. Created once for each row element; they act on the pet it shows at the time.

import type { GridColumn } from "../state/state.ts";
import type { CommitMove, GridActions } from "./grid-actions.ts";
import { onLongPress } from "./long-press.ts";
import type { RowFacts } from "./row-facts.ts";

export type RowActions = ReturnType<typeof rowActions>;

/** `row`: as it is drawn. */
export function rowActions(grid: GridActions, row: { readonly current: RowFacts }) {
  const petId = (): bigint => row.current.item.petId;
  /** Counted from 1, below the header. */
  const place = (): number => row.current.index + 1;
  // Clicks do not scroll: a second click must hit the same row.
  const activate = (column: GridColumn): void =>
    grid.moveTo({ row: place(), column: grid.options.columns.indexOf(column) }, { scroll: false });
  const select = (change: () => void, column = grid.activeColumn): void => {
    activate(column);
    change();
  };
  const open = (column: GridColumn): void => {
    activate(column);
    grid.options.dashboard.openPet(petId());
  };
  const toggle = (column?: GridColumn): void =>
    select(() => grid.options.ui.selection.toggle(petId()), column);
  const longPress = (): void =>
    select(() => {
      grid.options.ui.beginSelecting();
      grid.options.ui.selection.toggle(petId());
    });
  const status = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    // The click has focused the cell. Focused again after the draw, it would take the focus from the menu.
    grid.options.dashboard.moveCursor({ petId: petId(), column: "status" });
    grid.options.onStatusMenu?.({ petId: petId(), cell: currentTarget });
  };
  const cell = (
    column: GridColumn,
    onClick: (event: MouseEvent & { currentTarget: HTMLElement }) => void,
  ) => ({
    onClick,
    // Screen readers move the focus without a click or a key.
    onFocus: () => grid.options.dashboard.moveCursor({ petId: petId(), column }),
  });
  const { editor, saves } = grid.options.dashboard;
  const backToQuantity = (act: () => void): void => grid.backToQuantity(place(), act);
  return {
    row: {
      ...onLongPress(longPress),
      // The range begins at the active row, so the focus stays there until the click; nor is text selected.
      onMouseDown: (event: MouseEvent) => event.shiftKey && event.preventDefault(),
      onClickCapture: (event: MouseEvent) =>
        selectInstead(event, row.current, { toggle, range: () => select(() => grid.extendTo(petId())) }),
    },
    cells: {
      select: cell("select", () => toggle("select")),
      petId: cell("petId", () => open("petId")),
      name: cell("name", () => open("name")),
      kind: cell("kind", () => open("kind")),
      quantity: cell("quantity", () => grid.edit(place(), { scroll: false })),
      status: cell("status", status),
      changed: {
        ...cell("changed", ({ currentTarget }) => coversNextRow(currentTarget) || activate("changed")),
        onMouseDown: (event: MouseEvent & { currentTarget: HTMLElement }) =>
          coversNextRow(event.currentTarget) && event.preventDefault(),
      },
    },
    input: {
      onFocus: () => grid.options.dashboard.moveCursor({ petId: petId(), column: "quantity" }),
      onType: (text: string) => {
        editor.type(text);
        grid.options.focus({ scroll: true });
      },
      onCommit: (move: CommitMove) => grid.commit(place(), move),
      onCancel: () => backToQuantity(() => editor.cancel()),
    },
    note: {
      onUseMine: () => backToQuantity(() => saves.useMine(petId())),
      onRetry: (retry: () => void) => backToQuantity(retry),
      onDismiss: () => backToQuantity(() => saves.dismiss(petId())),
      onOpen: () => open("changed"),
    },
  };
}

interface Selecting {
  readonly toggle: () => void;
  readonly range: () => void;
}

/** While rows are being selected, a click selects, whatever it hits. */
function selectInstead(
  event: MouseEvent,
  { isSelecting, editing }: RowFacts,
  { toggle, range }: Selecting,
): void {
  const target = event.target as HTMLElement;
  if (editing !== undefined || target.closest(".note button") !== null) return;
  if (event.shiftKey) range();
  else if (event.ctrlKey || event.metaKey || isSelecting) toggle();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** On small screens the note covers the next row. A click there may be meant for that row, so the focus stays. */
function coversNextRow(cell: HTMLElement): boolean {
  return getComputedStyle(cell).position === "absolute";
}
