// Pasted cells before they are applied: what each row becomes, with problems by row. One revision, with one Undo.

import { useMemo, useState } from "preact/hooks";
import type { ChangeSetResult, Reason } from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogButtons } from "../ui/dialog-end.tsx";
import { petText } from "../language/en/pet.ts";
import type { InventoryDialog, InventoryUi } from "./inventory-ui.ts";
import { pastePlan } from "./paste-plan.ts";
import { PASTED_ROWS_MAX } from "./pasted-table.ts";
import { changedPets } from "./planned-changes.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { ReasonFields } from "../ui/reason-fields.tsx";
import { PlanEnd, plannedPets, useSending } from "./use-sending.tsx";
import { usePreview } from "./use-preview.ts";

interface PasteDialogProps {
  readonly dashboard: Dashboard;
  readonly ui: InventoryUi;
  readonly request: Extract<InventoryDialog, { kind: "paste" }>;
}

interface Draft {
  readonly reason: Reason | undefined;
  readonly note: string;
  readonly skips: boolean;
}

export function PasteDialog({ dashboard, ui, request }: PasteDialogProps) {
  const { table, rowIndex } = request;
  const [draft, setDraft] = useState<Draft>({ reason: undefined, note: "", skips: false });
  const change = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed });
  const close = (): void => ui.closeDialog();
  const sending = useSending(dashboard, close);
  // The rows as they are now; the view may move while the dialog is open.
  const [targets] = useState(() => table.rows.map((_, at) => dashboard.shown.petId(rowIndex + at)));
  const plan = useMemo(() => {
    const canSetStatus = may(dashboard.store.state, "manager");
    return pastePlan(table, { item: (petId) => dashboard.pets.item(petId), targets, canSetStatus });
  }, [table, sending.attempts]);
  const preview = usePreview(dashboard, plan);
  const canApply = plan.changes.length > 0 && (plan.problems.length === 0 || draft.skips);
  const { reason, note, skips } = draft;
  const apply = (): void => {
    const title = (previewed: ChangeSetResult): string => petText.pasted(changedPets(previewed));
    if (canApply) sending.send(preview, { title, reason, note: note.trim() || undefined });
  };
  return (
    <Dialog
      title={petText.paste(table.rows.length)}
      onClose={sending.isSending ? undefined : close}
      onSubmit={apply}
      footer={
        <DialogButtons
          action={petText.changePets(plannedPets(plan, preview))}
          autofocus="action"
          isReady={canApply && plannedPets(plan, preview) > 0}
          isSending={sending.isSending}
          onStop={sending.stop}
          onCancel={close}
        />
      }
    >
      {!table.hasIds && <p>{petText.pasteBelow}</p>}
      {table.omitted > 0 && <p class="warn">{petText.pasteOmitted(table.omitted, PASTED_ROWS_MAX)}</p>}
      <PlanPreview
        dashboard={dashboard}
        plan={plan}
        preview={preview}
        missing={0}
        noun="row"
        skips={skips}
        onSkip={(on) => change({ skips: on })}
      />
      <ReasonFields reason={reason} note={note} onChange={change} />
      <PlanEnd plan={plan} preview={preview} sending={sending} />
    </Dialog>
  );
}
