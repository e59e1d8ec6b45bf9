// Changes several pets at once: what to do, why, and a preview of what each becomes. One revision, with one Undo.

import { useMemo, useState } from "preact/hooks";
import type { ChangeSetResult, Reason } from "../../client/client.ts";
import { type InventoryItem, PET_STATUSES, type PetStatus } from "../../contract/item-json.ts";
import { readQuantityEdit } from "../edits/quantity-edit.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { petText } from "../language/en/pet.ts";
import { uiText } from "../language/en/ui.ts";
import { FormField } from "../ui/form-field.tsx";
import { petName, petNameFirst } from "../ui/names.ts";
import type { Dashboard } from "../app/dashboard.ts";
import type { InventoryDialog, InventoryUi, PlannedKind } from "./inventory-ui.ts";
import {
  changedPets,
  NO_PLAN,
  type PlannedAction,
  planOf,
  planTitle,
  previewedChanges,
} from "./planned-changes.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { ReasonFields } from "../ui/reason-fields.tsx";
import { PlanEnd, plannedPets, useSending } from "./use-sending.tsx";
import { usePreview } from "./use-preview.ts";

interface ChangeDialogProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
  readonly request: Extract<InventoryDialog, { kind: "change" }>;
}

/** Values of the dialog's fields. */
interface Draft {
  readonly text: string;
  readonly status: PetStatus | undefined;
  readonly reason: Reason | undefined;
  readonly note: string;
  /** Whether pets that cannot be changed are left out. */
  readonly skips: boolean;
}

export function ChangeDialog({ dashboard, ui, request }: ChangeDialogProps) {
  const { what, petIds } = request;
  const [draft, setDraft] = useState<Draft>({
    text: "",
    status: request.status,
    reason: undefined,
    note: "",
    skips: false,
  });
  const change = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed });
  const sending = useSending(dashboard, () => {
    ui.clearSelection();
    ui.closeDialog();
  });
  // Read again after a failure: others may have changed them.
  const items = useMemo(() => itemsOf(dashboard, petIds), [petIds, sending.attempts]);
  const { action, error } = readAction(what, draft);
  const plan = useMemo(
    () => (action === undefined ? NO_PLAN : planOf(items, action)),
    [items, what, draft.text, draft.status],
  );
  const preview = usePreview(dashboard, plan);
  const pets = plannedPets(plan, preview);
  const canApply = plan.changes.length > 0 && (plan.problems.length === 0 || draft.skips);
  const apply = (): void => {
    if (!canApply || action === undefined) return;
    const { reason, note } = draft;
    const title = (previewed: ChangeSetResult): string => titleOf(dashboard, previewed, action);
    sending.send(preview, { title, reason, note: note.trim() || undefined });
  };
  return (
    <Dialog
      title={dialogTitle(dashboard, request)}
      onClose={sending.isSending ? undefined : () => ui.closeDialog()}
      onSubmit={apply}
      footer={
        <DialogButtons
          action={what === "remove" ? petText.removePets(pets) : petText.changePets(pets)}
          isDanger={what === "remove"}
          autofocus={what === "remove" ? "action" : undefined}
          isReady={canApply && pets > 0}
          isSending={sending.isSending}
          onStop={sending.stop}
          onCancel={() => ui.closeDialog()}
        />
      }
    >
      <ValueField what={what} draft={draft} error={draft.text === "" ? undefined : error} onChange={change} />
      {what === "remove" && <RemoveWarning items={items} />}
      <PlanPreview
        dashboard={dashboard}
        plan={plan}
        preview={preview}
        missing={petIds.length - items.length}
        noun="pet"
        skips={draft.skips}
        onSkip={(skips) => change({ skips })}
      />
      <ReasonFields reason={draft.reason} note={draft.note} onChange={change} />
      <PlanEnd plan={plan} preview={preview} sending={sending} />
    </Dialog>
  );
}

function itemsOf({ pets }: Dashboard, petIds: readonly bigint[]): InventoryItem[] {
  return petIds.flatMap((petId) => pets.item(petId) ?? []);
}

function dialogTitle({ pets }: Dashboard, { what, petIds }: ChangeDialogProps["request"]): string {
  const count = petIds.length;
  const [first] = petIds;
  const name = count === 1 ? petName(first!, pets.label(first!)) : undefined;
  switch (what) {
    case "set":
      return name === undefined ? petText.setOfPets(count) : petText.setOf(name);
    case "adjust":
      return name === undefined ? petText.adjustOfPets(count) : petText.adjustOf(name);
    case "status":
      return name === undefined ? petText.statusOfPets(count) : petText.statusOf(name);
    case "remove":
      return name === undefined ? petText.removeOfPets(count) : petText.removeOf(name);
  }
}

function titleOf({ pets }: Dashboard, previewed: ChangeSetResult, action: PlannedAction): string {
  const count = changedPets(previewed);
  const [first] = previewedChanges(previewed);
  if (count !== 1 || first === undefined) return planTitle(action, count);
  const petId = BigInt(first.petId);
  return planTitle(action, count, petNameFirst(petId, pets.label(petId)));
}

/** The action that the fields describe; the error of an invalid one. */
function readAction(
  what: PlannedKind,
  { text, status }: Draft,
): { readonly action?: PlannedAction; readonly error?: string } {
  if (what === "remove") return { action: { kind: "remove" } };
  if (what === "status") return status === undefined ? {} : { action: { kind: "status", status } };
  // The current quantities decide what is too much: the plan says of which pets.
  const edit = readQuantityEdit(what === "adjust" ? signed(text) : text, 1_000_000_000);
  if (edit.kind === "error") return { error: edit.message };
  if (what === "set") {
    return edit.kind === "set" ? { action: edit } : { error: petText.enterUnsigned };
  }
  return edit.kind === "adjust" && edit.by !== 0 ? { action: edit } : { error: petText.enterDifference };
}

function signed(text: string): string {
  return /^\s*[0-9]/.test(text) ? `+${text.trim()}` : text;
}

interface ValueFieldProps {
  readonly what: PlannedKind;
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly onChange: (changed: Partial<Draft>) => void;
}

function ValueField({ what, draft, error, onChange }: ValueFieldProps) {
  if (what === "remove") return null;
  if (what === "status") {
    return (
      <fieldset class="choices">
        <legend class="form-label">{petText.newStatus}</legend>
        {PET_STATUSES.map((status) => (
          <label key={status} class="choice-label">
            <input
              type="radio"
              name="status"
              checked={draft.status === status}
              onChange={() => onChange({ status })}
            />
            {uiText.statuses[status]}
          </label>
        ))}
      </fieldset>
    );
  }
  const isSet = what === "set";
  return (
    <FormField
      label={isSet ? petText.newQuantity : petText.changeBy}
      hint={isSet ? petText.newQuantityHint : petText.changeByHint}
      error={error}
    >
      {(names) => (
        <input
          {...names}
          type="text"
          inputMode={isSet ? "numeric" : "text"}
          autocomplete="off"
          autofocus
          value={draft.text}
          onInput={(event) => onChange({ text: event.currentTarget.value })}
        />
      )}
    </FormField>
  );
}

function RemoveWarning({ items }: { readonly items: readonly InventoryItem[] }) {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const isOne = items.length === 1;
  if (units === 0) return <p>{isOne ? petText.itLeaves : petText.theyLeave}</p>;
  return <p>{isOne ? petText.itLeavesWithStock(units) : petText.theyLeaveWithStock(units)}</p>;
}
