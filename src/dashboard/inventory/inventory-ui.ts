// State that the inventory page's parts share beside the dashboard's: the selected rows and the open dialog.

import type { PetStatus } from "../../contract/item-json.ts";
import { Store } from "../state/store.ts";
import type { PastedTable } from "./pasted-table.ts";
import { RowSelection } from "./row-selection.ts";

/** A change of several pets, chosen and not yet described. */
export type PlannedKind = "set" | "adjust" | "status" | "remove";

export type InventoryDialog =
  | { readonly kind: "add"; readonly petId: string }
  | {
      readonly kind: "change";
      readonly what: PlannedKind;
      readonly petIds: readonly bigint[];
      /** Chosen already, for a status. */
      readonly status?: PetStatus;
    }
  | {
      readonly kind: "paste";
      readonly table: PastedTable;
      /** Where a column of quantities goes, from here down. */
      readonly rowIndex: number;
    }
  | { readonly kind: "keys" };

interface InventoryUiState {
  readonly dialog: InventoryDialog | undefined;
  /** Whether taps select rows, after a long press. */
  readonly isSelecting: boolean;
}

export class InventoryUi {
  readonly selection = new RowSelection();
  readonly store = new Store<InventoryUiState>({ dialog: undefined, isSelecting: false });
  /** Whether the panel that opens next takes the focus: it was opened by a key. */
  focusesPanel = false;

  open(dialog: InventoryDialog): void {
    this.store.set({ dialog });
  }

  closeDialog(): void {
    this.store.set({ dialog: undefined });
  }

  beginSelecting(): void {
    this.store.set({ isSelecting: true });
  }

  clearSelection(): void {
    this.selection.clear();
    if (this.store.state.isSelecting) this.store.set({ isSelecting: false });
  }

  /** The pets of an action: those of the selected rows, otherwise of the active one. */
  targets(active: bigint | undefined): readonly bigint[] {
    if (this.selection.size > 0) return this.selection.ids();
    return active === undefined ? [] : [active];
  }
}
