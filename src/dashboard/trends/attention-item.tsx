// One pet that needs attention, with its quantity to correct and its status to change.

import { type InventoryItem, PET_STATUSES } from "../../contract/item-json.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { PageLink } from "../app/page-link.tsx";
import { may } from "../state/roles.ts";
import type { QuantitySave } from "../state/state.ts";
import { useSelected } from "../state/use-selected.ts";
import { setStatus } from "../edits/set-status.ts";
import { useQuantityText } from "../edits/use-quantity-text.ts";
import { formatCount } from "../language/format.ts";
import { Menu } from "../ui/menu.tsx";
import { PetName } from "../ui/pet-name.tsx";
import { petName } from "../ui/names.ts";
import { StatusChip } from "../ui/status-chip.tsx";
import { trendsText } from "../language/en/trends.ts";
import { uiText } from "../language/en/ui.ts";
import { selectText } from "../ui/select-text.ts";

interface AttentionItemProps {
  readonly dashboard: Dashboard;
  readonly petId: bigint;
}

export function AttentionItem({ dashboard, petId }: AttentionItemProps) {
  const { store, pets } = dashboard;
  const mayEdit = useSelected(store, (state) => may(state, "clerk"));
  const mayManage = useSelected(store, (state) => may(state, "manager"));
  const save = useSelected(store, (state) => state.saves.get(petId));
  const item = pets.item(petId);
  const label = pets.label(petId);
  if (item === undefined) return null;
  return (
    <li class="attention-item">
      <PageLink dashboard={dashboard} to="/" query={`?pet=${petId}`} class="attention-name">
        <PetName petId={petId} label={label} />
      </PageLink>
      {mayManage ? <StatusMenu dashboard={dashboard} item={item} /> : <StatusChip status={item.status} />}
      {mayEdit ? <QuantityForm dashboard={dashboard} item={item} /> : <b>{formatCount(item.quantity)}</b>}
      <SaveNote save={save} onDismiss={() => dashboard.saves.dismiss(petId)} />
    </li>
  );
}

interface ItemProps {
  readonly dashboard: Dashboard;
  readonly item: InventoryItem;
}

function QuantityForm({ dashboard, item }: ItemProps) {
  const { text, isEdited, error, type, cancel, save } = useQuantityText(dashboard, item);
  const name = petName(item.petId, dashboard.pets.label(item.petId));
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    save();
  };
  return (
    <form class="quantity-form" onSubmit={onSubmit}>
      <input
        aria-label={trendsText.quantityOf(name)}
        inputMode="numeric"
        autocomplete="off"
        value={text}
        aria-invalid={error !== undefined}
        onFocus={selectText}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && cancel()}
      />
      <button type="submit" class="small" disabled={!isEdited}>
        {trendsText.save}
      </button>
      {error !== undefined && (
        <span class="bad" role="alert">
          {error}
        </span>
      )}
    </form>
  );
}

function StatusMenu({ dashboard, item }: ItemProps) {
  const name = petName(item.petId, dashboard.pets.label(item.petId));
  const items = PET_STATUSES.map((status) => ({
    title: uiText.statuses[status],
    checked: status === item.status,
    run: () => void setStatus(dashboard, item, status),
  }));
  return (
    <Menu class="quiet small" label={trendsText.statusOf(name, uiText.statuses[item.status])} items={items}>
      <StatusChip status={item.status} />
    </Menu>
  );
}

interface SaveNoteProps {
  readonly save: QuantitySave | undefined;
  readonly onDismiss: () => void;
}

/** A pet that is mended leaves the list, so only trouble is shown. */
function SaveNote({ save, onDismiss }: SaveNoteProps) {
  const text = saveTrouble(save);
  if (save?.kind === "saving") return <span class="quiet">{trendsText.saving}</span>;
  if (save?.kind === "unconfirmed") return <span class="warn">{trendsText.notConfirmed}</span>;
  if (text === undefined) return null;
  return (
    <span class="bad" role="alert">
      {text}{" "}
      <button type="button" class="small" onClick={onDismiss}>
        {trendsText.dismiss}
      </button>
    </span>
  );
}

function saveTrouble(save: QuantitySave | undefined): string | undefined {
  if (save?.kind === "failed") return trendsText.notSaved(save.message);
  if (save?.kind !== "conflict") return undefined;
  return trendsText.setByOthers(save.theirs.quantity);
}
