// Content of a table row.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { LabelMembers } from "../../inventory/label.ts";
import type { Editing, GridColumn, QuantitySave } from "../state/state.ts";
import type { LastChange } from "../data/last-change.ts";

export interface RowFacts {
  readonly item: InventoryItem;
  readonly label: LabelMembers | null;
  readonly columns: readonly GridColumn[];
  /** Counted from 0, without the header. */
  readonly index: number;
  /** Where the row is drawn in its container. */
  readonly topPx: number;
  /** The active column, if the active cell is in this row. */
  readonly current: GridColumn | undefined;
  readonly isSelected: boolean;
  /** Whether taps select rows. */
  readonly isSelecting: boolean;
  /** Whether its panel is open. */
  readonly isOpen: boolean;
  readonly editing: Editing | undefined;
  readonly readOnly: boolean;
  readonly canSetStatus: boolean;
  readonly save: QuantitySave | undefined;
  /** A change of its label was not saved, and the panel asks what to do. */
  readonly isLabelUndecided: boolean;
  /** Set if others have changed the row recently; `before` is its previous quantity. */
  readonly mark: { readonly before: number | undefined } | undefined;
  readonly lastChange: LastChange | undefined;
  /** The minute of the clock: the row says how long ago it was changed. */
  readonly minute: number;
}
