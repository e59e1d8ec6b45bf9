// One row of the table, at its place.

import type { InventoryItem, PetStatus } from "../../contract/item-json.ts";
import { count } from "../model/words.ts";
import type { Editing, GridColumn, Save } from "../state/state.ts";
import { Note } from "./note.tsx";
import { QuantityInput, type QuantityInputProps } from "./quantity-input.tsx";
import { StatusChip } from "./status-chip.tsx";

export interface RowProps extends Omit<QuantityInputProps, "editing" | "current" | "onFocus"> {
  readonly item: InventoryItem;
  /** Counted from 0, without the header. */
  readonly place: number;
  /** Where it is drawn, from the first row. */
  readonly topPx: number;
  /** The column that has the keyboard, where it is in this row. */
  readonly current: GridColumn | undefined;
  readonly editing: Editing | undefined;
  readonly readOnly: boolean;
  readonly save: Save | undefined;
  readonly mark: { readonly before: number | undefined } | undefined;
  readonly onCell: (column: GridColumn) => void;
  readonly onFocused: (column: GridColumn) => void;
  readonly onEdit: () => void;
  readonly onUseMine: () => void;
  readonly onAgain: (again: () => void) => void;
  readonly onDismiss: () => void;
}

/** A sold pet that is not there is as it should be. */
function emphasis(quantity: number, status: PetStatus): string {
  if (quantity > 0) return "";
  return status === "sold" ? "quiet" : "none";
}

/** As on small screens: a click there may mean another row, so the keyboard stays where it is. */
function liesOverNextRow(noteCell: HTMLElement): boolean {
  return getComputedStyle(noteCell).position === "absolute";
}

export function GridRow(props: RowProps) {
  const { item, place, topPx, current, editing, readOnly, save, mark, onCell } = props;
  const shown = save?.kind === "saving" ? save.wanted : item.quantity;
  const tab = (column: GridColumn) => ({
    tabIndex: column === current ? 0 : -1,
    "data-current": column === current ? "" : undefined,
    onClick: () => onCell(column),
    // A screen reader moves the focus without a click or a key.
    onFocus: () => props.onFocused(column),
  });
  const states = [mark && "marked", save?.kind, current && "current"].filter(Boolean).join(" ");
  return (
    <div
      role="row"
      class={`row ${states}`}
      aria-rowindex={place + 2}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      <div role="rowheader" class="cell id" {...tab("petId")}>
        {String(item.petId)}
      </div>
      {editing === undefined ? (
        <div
          role="gridcell"
          class={`cell quantity ${emphasis(shown, item.status)}`}
          aria-readonly={readOnly}
          {...tab("quantity")}
          onClick={props.onEdit}
        >
          {count(shown)}
        </div>
      ) : (
        <div role="gridcell" class="cell quantity editing">
          <QuantityInput
            {...props}
            editing={editing}
            current={current === "quantity"}
            onFocus={() => props.onFocused("quantity")}
          />
        </div>
      )}
      <div role="gridcell" class="cell" {...tab("status")}>
        <StatusChip status={item.status} />
      </div>
      <div
        role="gridcell"
        class="cell note-cell"
        {...tab("note")}
        onMouseDown={(event) => liesOverNextRow(event.currentTarget) && event.preventDefault()}
        onClick={(event) => liesOverNextRow(event.currentTarget) || onCell("note")}
      >
        <Note {...props} />
      </div>
    </div>
  );
}
