// Content of a table row.

import type { Label } from "../../client/client.ts";
import type { InventoryItem } from "../../contract/item-json.ts";
import type { Editing, GridColumn, Save } from "../state/state.ts";
import type { LastChange } from "../data/last-change.ts";

export interface RowFacts {
  readonly item: InventoryItem;
  readonly label: Label | undefined;
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
  readonly save: Save | undefined;
  /** Set if others have changed the row recently; `before` is its previous quantity. */
  readonly mark: { readonly before: number | undefined } | undefined;
  readonly lastChange: LastChange | undefined;
  /** The minute of the clock: the row says how long ago it was changed. */
  readonly minute: number;
}
