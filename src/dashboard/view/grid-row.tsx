// One row of the table.

import type { InventoryItem, PetStatus } from "../../contract/item-json.ts";
import { formatCount } from "../model/format.ts";
import type { Editing, GridColumn, Save } from "../state/state.ts";
import { Note } from "./note.tsx";
import { QuantityInput, type QuantityInputProps } from "./quantity-input.tsx";
import { StatusChip } from "./status-chip.tsx";

export interface RowProps extends Omit<QuantityInputProps, "editing" | "current" | "onFocus"> {
  readonly item: InventoryItem;
  /** Counted from 0, without the header. */
  readonly index: number;
  /** Where the row is drawn in its container. */
  readonly topPx: number;
  /** The active column, if the active cell is in this row. */
  readonly current: GridColumn | undefined;
  readonly editing: Editing | undefined;
  readonly readOnly: boolean;
  readonly save: Save | undefined;
  readonly mark: { readonly before: number | undefined } | undefined;
  readonly onCell: (column: GridColumn) => void;
  readonly onFocused: (column: GridColumn) => void;
  readonly onEdit: () => void;
  readonly onUseMine: () => void;
  readonly onRetry: (retry: () => void) => void;
  readonly onDismiss: () => void;
}

export function GridRow(props: RowProps) {
  const { item, index, topPx, current, editing, save, mark } = props;
  const states = [mark && "marked", save?.kind, current && "current"].filter(Boolean).join(" ");
  return (
    <div
      role="row"
      class={`row ${states}`}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${topPx}px)` }}
    >
      <div role="rowheader" class="cell id" {...cellProps(props, "petId")}>
        {String(item.petId)}
      </div>
      {editing === undefined ? <QuantityCell {...props} /> : <EditingCell {...props} editing={editing} />}
      <div role="gridcell" class="cell" {...cellProps(props, "status")}>
        <StatusChip status={item.status} />
      </div>
      <NoteCell {...props} />
    </div>
  );
}

function QuantityCell(props: RowProps) {
  const { item, readOnly, save, onEdit } = props;
  const shown = save?.kind === "saving" ? save.wanted : item.quantity;
  return (
    <div
      role="gridcell"
      class={`cell quantity ${emphasis(shown, item.status)}`}
      aria-readonly={readOnly}
      {...cellProps(props, "quantity")}
      onClick={onEdit}
    >
      {formatCount(shown)}
    </div>
  );
}

function EditingCell(props: RowProps & { readonly editing: Editing }) {
  return (
    <div role="gridcell" class="cell quantity editing">
      <QuantityInput
        {...props}
        current={props.current === "quantity"}
        onFocus={() => props.onFocused("quantity")}
      />
    </div>
  );
}

function NoteCell(props: RowProps) {
  return (
    <div
      role="gridcell"
      class="cell note-cell"
      {...cellProps(props, "note")}
      onMouseDown={(event) => coversNextRow(event.currentTarget) && event.preventDefault()}
      onClick={(event) => coversNextRow(event.currentTarget) || props.onCell("note")}
    >
      <Note {...props} />
    </div>
  );
}

/** Only the active cell is a tab stop. */
function cellProps({ current, onCell, onFocused }: RowProps, column: GridColumn) {
  return {
    tabIndex: column === current ? 0 : -1,
    "data-current": column === current ? "" : undefined,
    onClick: () => onCell(column),
    // Screen readers move the focus without a click or a key.
    onFocus: () => onFocused(column),
  };
}

/** An empty stock stands out, unless the pet is sold. */
function emphasis(quantity: number, status: PetStatus): string {
  if (quantity > 0) return "";
  return status === "sold" ? "quiet" : "none";
}

/** On small screens the note covers the next row. A click there may be meant for that row, so the focus stays. */
function coversNextRow(noteCell: HTMLElement): boolean {
  return getComputedStyle(noteCell).position === "absolute";
}
