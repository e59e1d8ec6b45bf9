// The text of a quantity that is edited in a field outside the table: a number sets it, `+5` and `-2` adjust it.

import { useState } from "preact/hooks";
import type { InventoryItem } from "../../client/client.ts";
import type { StateStore } from "../state/state.ts";
import type { QuantityTypes } from "./quantity-save.ts";
import type { Saves } from "./saves.ts";
import { useSelected } from "../state/use-selected.ts";
import { readQuantityEdit, shownQuantity } from "./quantity-edit.ts";

interface QuantityText {
  /** The field's text. */
  readonly text: string;
  /** Whether something was typed that is not saved. */
  readonly isEdited: boolean;
  readonly error: string | undefined;
  readonly type: (text: string) => void;
  readonly cancel: () => void;
  /** Saves<QuantityTypes> what was typed, unless it is invalid or the same as before. */
  readonly save: () => void;
}

interface Typed {
  /** The row as it was when the edit began: the save is guarded with it. */
  readonly from: InventoryItem;
  readonly text: string;
  readonly error: string | undefined;
}

export function useQuantityText(
  { store, saves }: { readonly store: StateStore; readonly saves: Saves<QuantityTypes> },
  item: InventoryItem,
): QuantityText {
  const save = useSelected(store, (state) => state.saves.get(item.petId));
  const [typed, setTyped] = useState<Typed>();
  const shown = shownQuantity(item, save);
  const cancel = (): void => setTyped(undefined);
  return {
    text: typed?.text ?? String(shown),
    isEdited: typed !== undefined,
    error: typed?.error,
    type: (text) => setTyped({ from: typed?.from ?? { ...item, quantity: shown }, text, error: undefined }),
    cancel,
    save: () => {
      if (typed === undefined) return;
      const { from, text } = typed;
      const edit = readQuantityEdit(text, from.quantity);
      if (edit.kind === "error") return setTyped({ ...typed, error: edit.message });
      cancel();
      const isUnchanged = edit.kind === "set" ? edit.quantity === from.quantity : edit.by === 0;
      if (!isUnchanged) saves.save(from, edit);
    },
  };
}
