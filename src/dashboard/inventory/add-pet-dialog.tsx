// Adds a pet: its stock and its label, if it gets one, as one revision.

import { useState } from "preact/hooks";
import type { Reason } from "../../client/client.ts";
import { PET_STATUSES, type PetStatus } from "../../contract/item-json.ts";
import { type LabelMembers, NO_MEMBERS } from "../../inventory/label.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { changeSetFailure } from "../edits/changes.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { FormField } from "../ui/form-field.tsx";
import { ReasonFields } from "../ui/reason-fields.tsx";
import type { InventoryUi } from "./inventory-ui.ts";
import { changedMembers } from "./label-edit.ts";
import { EMPTY_LABEL, LabelFields, type LabelDraft, readLabelDraft } from "./label-fields.tsx";
import { type NewPet, proposedId, readNewPet } from "./new-pet.ts";
import { petText } from "../language/en/pet.ts";
import { uiText } from "../language/en/ui.ts";
import { selectText } from "../ui/select-text.ts";

interface AddPetDialogProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
  /** The search text, if it can be an id. */
  readonly petId: string;
}

interface Draft {
  readonly petId: string;
  readonly quantity: string;
  readonly status: PetStatus;
  readonly reason: Reason | undefined;
  readonly note: string;
  readonly label: LabelDraft;
}

export function AddPetDialog({ dashboard, ui, petId }: AddPetDialogProps) {
  const [draft, setDraft] = useState<Draft>(() => ({
    petId: petId || proposalOf(dashboard),
    quantity: "1",
    status: "available",
    reason: undefined,
    note: "",
    label: EMPTY_LABEL,
  }));
  const [failure, setFailure] = useState<string>();
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const change = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed });
  const close = (): void => ui.closeDialog();
  const pet = readNewPet(draft);
  const label = readLabelDraft(draft.label);
  const existing = pet.petId === undefined ? undefined : dashboard.pets.item(pet.petId);
  const openExisting = (): void => {
    close();
    ui.focusesPanel = true;
    dashboard.openPet(existing!.petId);
  };
  const add = async (): Promise<void> => {
    setTried(true);
    if (isSending || existing !== undefined || pet.value === undefined || label.value === undefined) return;
    setSending(true);
    try {
      const ledger = { reason: draft.reason, note: draft.note.trim() || undefined };
      await create(dashboard, { ...pet.value, label: label.value }, ledger);
    } catch (error) {
      setSending(false);
      return setFailure(changeSetFailure(error));
    }
    close();
    dashboard.openPet(pet.value.petId);
  };
  return (
    <Dialog
      title={petText.add}
      onClose={isSending ? undefined : close}
      onSubmit={() => void add()}
      footer={
        <DialogButtons
          action={petText.addPet}
          isReady={existing === undefined}
          isSending={isSending}
          onCancel={close}
        />
      }
    >
      <div class="form-pair">
        <FormField label={petText.petId} error={isTried || draft.petId !== "" ? pet.petIdError : undefined}>
          {(names) => (
            <input
              {...names}
              inputMode="numeric"
              autocomplete="off"
              autofocus={petId === ""}
              value={draft.petId}
              onInput={(event) => change({ petId: event.currentTarget.value })}
              onFocus={selectText}
            />
          )}
        </FormField>
        <FormField label={petText.quantity} error={pet.quantityError}>
          {(names) => (
            <input
              {...names}
              inputMode="numeric"
              autocomplete="off"
              autofocus={petId !== ""}
              value={draft.quantity}
              onInput={(event) => change({ quantity: event.currentTarget.value })}
              onFocus={selectText}
            />
          )}
        </FormField>
        <FormField label={petText.status}>
          {(names) => (
            <select
              {...names}
              value={draft.status}
              onChange={(event) =>
                change({ status: PET_STATUSES.find((each) => each === event.currentTarget.value)! })
              }
            >
              {PET_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {uiText.statuses[status]}
                </option>
              ))}
            </select>
          )}
        </FormField>
      </div>
      {existing !== undefined && (
        <p class="warn" role="alert">
          {petText.exists(existing.petId, existing.quantity, uiText.statuses[existing.status])}{" "}
          <button type="button" class="link" onClick={openExisting}>
            {petText.openIt}
          </button>
        </p>
      )}
      <LabelFields
        draft={draft.label}
        errors={label.errors}
        onChange={(changed) => change({ label: changed })}
      />
      <ReasonFields reason={draft.reason} note={draft.note} onChange={change} />
      {failure !== undefined && (
        <p class="bad" role="alert">
          {petText.notAdded(failure)}
        </p>
      )}
    </Dialog>
  );
}

/** None while the list loads: larger ids may follow. */
function proposalOf({ store, pets }: Dashboard): string {
  if (store.state.loading !== "complete") return "";
  return String(proposedId({ last: pets.last?.petId, item: (petId) => pets.item(petId) }));
}

async function create(
  { changes }: Dashboard,
  { petId, quantity, status, label }: NewPet & { readonly label: LabelMembers },
  ledger: { readonly reason: Reason | undefined; readonly note: string | undefined },
): Promise<void> {
  // A pet that was removed may still have a label: members that were left empty stay.
  const { after } = changedMembers(NO_MEMBERS, label);
  const labelled = Object.keys(after).length > 0 && { label: after };
  const change = { petId, quantity, status, create: true as const, ...labelled };
  await changes.apply({ changes: [change], ...ledger }, { title: petText.added(petId) });
}
