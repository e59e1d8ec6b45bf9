// The dialog for a bulk change from a file, step by step.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Dashboard } from "../state/dashboard.ts";
import type { Bulk, State } from "../state/state.ts";
import { BulkChoose } from "./bulk-choose.tsx";
import { BulkPreviewStep } from "./bulk-preview.tsx";
import { BulkProgressStep } from "./bulk-progress.tsx";
import { BulkWait } from "./bulk-wait.tsx";
import { useDialog } from "./use-dialog.ts";

/** Announced by screen readers when a step begins. */
const STEPS: Readonly<Record<Bulk["step"], string>> = {
  choose: "Choose a file",
  wait: "Waiting for the list",
  preview: "Preview",
  apply: "Progress",
};

export interface BulkDialogProps {
  readonly dashboard: Dashboard;
  readonly state: State;
  readonly bulk: Bulk;
}

export function BulkDialog({ dashboard, state, bulk }: BulkDialogProps) {
  // While rows are being sent, closing would hide their outcome. The user can stop first.
  const mayClose = bulk.step !== "apply" || bulk.ended;
  const dialog = useDialog(() => mayClose && dashboard.bulk.close());
  const content = useRef<HTMLElement>(null);
  useLayoutEffect(() => content.current?.focus(), [bulk.step]);
  useLayoutEffect(() => {
    // The focused element was removed, such as the button that was pressed.
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  });
  return (
    <dialog {...dialog} class="card bulk" aria-labelledby="bulk-title">
      <header>
        <h2 id="bulk-title">Import CSV</h2>
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
      <section ref={content} tabIndex={-1} aria-label={STEPS[bulk.step]}>
        {bulk.step === "choose" && <BulkChoose bulk={dashboard.bulk} message={bulk.message} />}
        {bulk.step === "wait" && <BulkWait name={bulk.name} pets={state.rows.length} />}
        {bulk.step === "preview" && <BulkPreviewStep bulk={dashboard.bulk} preview={bulk} now={state.rows} />}
        {bulk.step === "apply" && <BulkProgressStep dashboard={dashboard} progress={bulk} />}
      </section>
    </dialog>
  );
}
