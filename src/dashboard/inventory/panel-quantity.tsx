// The quantity in a pet's panel, to correct there: a number sets it, +5 and -2 adjust it.

import type { InventoryItem } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { useQuantityText } from "../edits/use-quantity-text.ts";
import { formatCount } from "../language/format.ts";
import { FormField } from "../ui/form-field.tsx";
import { Note } from "./note.tsx";
import { petText } from "../language/en/pet.ts";
import { RichText } from "../ui/rich-text.tsx";
import { selectText } from "../ui/select-text.ts";

interface PanelQuantityProps {
  readonly dashboard: Dashboard;
  readonly item: InventoryItem;
}

export function PanelQuantity({ dashboard, item }: PanelQuantityProps) {
  const { store, saves } = dashboard;
  const { petId } = item;
  const canEdit = useSelected(store, (state) => may(state, "clerk"));
  const save = useSelected(store, (state) => state.saves.get(petId));
  const quantity = useQuantityText(dashboard, item);
  if (!canEdit) {
    return (
      <p class="panel-figure">
        <RichText text={petText.inStock} parts={{ quantity: <b>{formatCount(item.quantity)}</b> }} />
      </p>
    );
  }
  const submit = (event: Event): void => {
    event.preventDefault();
    quantity.save();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !quantity.isEdited) return;
    event.preventDefault();
    event.stopPropagation();
    quantity.cancel();
  };
  return (
    <form class="panel-quantity" onSubmit={submit}>
      <FormField label={petText.quantity} error={quantity.error}>
        {(names) => (
          <span class="panel-quantity-field">
            <input
              {...names}
              inputMode="text"
              autocomplete="off"
              value={quantity.text}
              onFocus={selectText}
              onInput={(event) => quantity.type(event.currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            {quantity.isEdited && (
              <button type="submit" class="primary">
                {petText.save}
              </button>
            )}
          </span>
        )}
      </FormField>
      <Note
        item={item}
        save={save}
        editing={undefined}
        mark={undefined}
        lastChange={undefined}
        onUseMine={() => saves.useMine(petId)}
        onRetry={(retry) => retry()}
        onDismiss={() => saves.dismiss(petId)}
      />
    </form>
  );
}
