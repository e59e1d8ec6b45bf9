// The quantity being edited: one at a time, from the first key to the save.

import type { InventoryItem } from "../../client/client.ts";
import { readQuantityEdit, shownQuantity } from "./quantity-edit.ts";
import type { QuantityTypes } from "./quantity-save.ts";
import type { Saves } from "./saves.ts";
import { type Editing, type StateStore, withEntry } from "../state/state.ts";

export class QuantityEditor {
  readonly #store: StateStore;
  readonly #saves: Saves<QuantityTypes>;

  constructor(store: StateStore, saves: Saves<QuantityTypes>) {
    this.#store = store;
    this.#saves = saves;
  }

  /** `typed` is the key that began the edit. */
  begin(item: InventoryItem, typed?: string): void {
    const { readOnly, held, saves } = this.#store.state;
    if (readOnly) return;
    const save = saves.get(item.petId);
    // The row shows the quantity being saved, so the next save is guarded with that.
    const from = { ...item, quantity: shownQuantity(item, save) };
    const editing: Editing = {
      from,
      text: typed ?? String(from.quantity),
      typed: typed !== undefined,
      error: undefined,
    };
    // The row keeps its place in the table while it is edited, whatever changes.
    this.#store.set({ editing, held: withEntry(held, item.petId, held.get(item.petId) ?? item) });
  }

  type(text: string): void {
    const { editing } = this.#store.state;
    if (editing !== undefined) this.#store.set({ editing: { ...editing, text, error: undefined } });
  }

  /** Saves and ends the edit. Returns false for an invalid quantity: the edit stays open with the error. */
  commit(): boolean {
    const { editing } = this.#store.state;
    if (editing === undefined) return true;
    const { from, text } = editing;
    const edit = readQuantityEdit(text, from.quantity);
    if (edit.kind === "error") {
      this.#store.set({ editing: { ...editing, error: edit.message } });
      return false;
    }
    this.#store.set({ editing: undefined });
    const isUnchanged = edit.kind === "set" ? edit.quantity === from.quantity : edit.by === 0;
    if (!isUnchanged) this.#saves.save(from, edit);
    return true;
  }

  cancel(): void {
    this.#store.set({ editing: undefined });
  }
}
