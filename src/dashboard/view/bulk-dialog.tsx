// The change of many quantities by a file, step by step.

import type { Dashboard } from "../state/dashboard.ts";
import type { Bulk, State } from "../state/state.ts";
import { BulkChoose } from "./bulk-choose.tsx";
import { BulkPreviewStep } from "./bulk-preview.tsx";
import { BulkProgressStep } from "./bulk-progress.tsx";
import { BulkWait } from "./bulk-wait.tsx";
import { useDialog } from "./use-dialog.ts";

export interface BulkDialogProps {
  readonly dashboard: Dashboard;
  readonly state: State;
  readonly bulk: Bulk;
}

export function BulkDialog({ dashboard, state, bulk }: BulkDialogProps) {
  const dialog = useDialog();
  // While rows are being sent, leaving would hide what becomes of them: stopping comes first.
  const mayClose = bulk.step !== "apply" || bulk.ended;
  return (
    <dialog
      ref={dialog}
      class="card bulk"
      aria-labelledby="bulk-title"
      onCancel={(event) => {
        event.preventDefault();
        if (mayClose) dashboard.bulk.close();
      }}
    >
      <header>
        <h2 id="bulk-title">Change quantities by a file</h2>
        <button
          type="button"
          class="small"
          aria-label="Close"
          disabled={!mayClose}
          onClick={() => dashboard.bulk.close()}
        >
          ×
        </button>
      </header>
      {bulk.step === "choose" && <BulkChoose bulk={dashboard.bulk} trouble={bulk.trouble} />}
      {bulk.step === "wait" && <BulkWait name={bulk.name} pets={state.rows.length} />}
      {bulk.step === "preview" && <BulkPreviewStep bulk={dashboard.bulk} preview={bulk} now={state.rows} />}
      {bulk.step === "apply" && <BulkProgressStep dashboard={dashboard} progress={bulk} />}
    </dialog>
  );
}
