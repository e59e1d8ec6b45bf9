// The cells of a row. Functions and not components, because a component costs as much as a cell, and a screen has hundreds of cells.

import type { PetStatus } from "../../contract/item-json.ts";
import type { Editing, GridColumn } from "../state/state.ts";
import { shownQuantity } from "../edits/quantity-edit.ts";
import { formatCount } from "../language/format.ts";
import { StatusChip } from "../ui/status-chip.tsx";
import { Note } from "./note.tsx";
import { QuantityInput } from "./quantity-input.tsx";
import type { RowActions } from "./row-actions.ts";
import type { RowFacts } from "./row-facts.ts";
import { isolated } from "../ui/isolated.ts";
import { PersonText } from "../ui/person-text.tsx";
import { inventoryText } from "../language/en/inventory.ts";

export interface RowProps extends RowFacts {
  readonly actions: RowActions;
}

export function cellOf(column: GridColumn, props: RowProps) {
  const { item } = props;
  switch (column) {
    case "select":
      return (
        <div
          key={column}
          role="gridcell"
          class="cell select"
          aria-label={selectText(props)}
          aria-selected={props.isSelected}
          {...cellProps(props, column)}
        >
          <span class={props.isSelected ? "checkbox checked" : "checkbox"} aria-hidden="true" />
        </div>
      );
    case "petId":
      return (
        <div key={column} role="rowheader" class="cell petId" {...cellProps(props, column)}>
          <span class={isLong(item.petId) ? "text long" : "text"}>{String(item.petId)}</span>
        </div>
      );
    case "name":
    case "kind":
      return (
        <div key={column} role="gridcell" class={`cell ${column}`} {...cellProps(props, column)}>
          {labelText(column, props)}
        </div>
      );
    case "quantity":
      return props.editing === undefined ? quantityCell(props) : editedCell(props, props.editing);
    case "status":
      return statusCell(props);
    case "changed":
      return changedCell(props);
  }
}

function selectText({ item: { petId }, label }: RowProps): string {
  return label?.name
    ? inventoryText.selectNamed(isolated(label.name), petId)
    : inventoryText.selectPet(petId);
}

function labelText(column: "name" | "kind", { label, columns }: RowProps) {
  const kindBeside = columns.includes("kind") ? undefined : label?.kind;
  return (
    <span class="text">
      {PersonText({ text: label?.[column] ?? "" })}
      {/* Without a column of its own. */}
      {kindBeside && (
        <span class="kind-beside">
          {label?.name && " "}
          {PersonText({ text: kindBeside })}
        </span>
      )}
    </span>
  );
}

/** Such an id is written smaller where the column is narrow, because all its digits count. */
function isLong(petId: bigint): boolean {
  return String(petId).length > 14;
}

function quantityCell(props: RowProps) {
  const { item, readOnly, save } = props;
  const shown = shownQuantity(item, save);
  return (
    <div
      key="quantity"
      role="gridcell"
      class={`cell quantity ${emphasis(shown, item.status)}`}
      aria-readonly={readOnly}
      {...cellProps(props, "quantity")}
    >
      {formatCount(shown)}
    </div>
  );
}

function editedCell({ current, actions }: RowProps, editing: Editing) {
  return (
    <div key="quantity" role="gridcell" class="cell quantity editing">
      <QuantityInput editing={editing} current={current === "quantity"} {...actions.input} />
    </div>
  );
}

function statusCell(props: RowProps) {
  const { item, canSetStatus } = props;
  return (
    <div
      key="status"
      role="gridcell"
      class={canSetStatus ? "cell status choice" : "cell status"}
      aria-haspopup={canSetStatus ? "menu" : undefined}
      aria-readonly={!canSetStatus}
      {...cellProps(props, "status")}
    >
      <StatusChip status={item.status} />
    </div>
  );
}

/** Who changed the pet and when; in place of it a note, if there is one. */
function changedCell(props: RowProps) {
  const { item, save, isLabelUndecided, editing, mark, lastChange, actions } = props;
  return (
    <div key="changed" role="gridcell" class="cell changed" {...cellProps(props, "changed")}>
      <Note {...{ item, save, isLabelUndecided, editing, mark, lastChange }} {...actions.note} />
    </div>
  );
}

/** Only the active cell is a tab stop. */
function cellProps({ current, actions }: RowProps, column: GridColumn) {
  return {
    tabIndex: column === current ? 0 : -1,
    "data-current": column === current ? "" : undefined,
    ...actions.cells[column],
  };
}

/** An empty stock stands out, unless the pet is sold. */
function emphasis(quantity: number, status: PetStatus): string {
  if (quantity > 0) return "";
  return status === "sold" ? "quiet" : "none";
}
