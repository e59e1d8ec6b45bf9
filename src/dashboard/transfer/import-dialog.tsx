// The dialog that imports a file, step by step.

import { useEffect, useMemo } from "preact/hooks";
import { transferText } from "../language/en/transfer.ts";
import { useSelected, useWhole } from "../state/use-selected.ts";
import { Import } from "./import.ts";
import { ImportChoose } from "./import-choose.tsx";
import { ImportOutcomeActions, ImportOutcomeStep } from "./import-outcome-step.tsx";
import { ImportPreviewActions, ImportPreviewStep } from "./import-preview-step.tsx";
import { ImportProgress, ImportProgressActions } from "./import-progress.tsx";
import type { ImportView } from "./import-view.ts";
import { SheetWorker } from "./sheet-worker.ts";
import { TransferFrame } from "./transfer-frame.tsx";
import type { PageProps } from "../app/dashboard.ts";

/** Members of the texts. */
const STEPS = {
  choose: "chooseFile",
  reading: "readingFile",
  waiting: "waitingForInventory",
  preview: "preview",
  applying: "importing",
  ended: "outcome",
} as const satisfies Record<ImportView["step"], keyof typeof transferText>;

export default function ImportDialog({ dashboard }: PageProps) {
  const running = useMemo(() => {
    const { pets, environment } = dashboard;
    return new Import(dashboard, new SheetWorker(pets, environment.openImportWorker));
  }, [dashboard]);
  const view = useWhole(running.store).view;
  const dialog = useSelected(dashboard.store, ({ transfer }) => transfer);
  const file = dialog?.kind === "import" ? dialog.file : undefined;
  useEffect(() => () => running.close(), [running]);
  useEffect(() => {
    if (file !== undefined) void running.openFile(file.name, file);
    // Each time that one is dropped, also the same file again.
  }, [dialog]);
  const close = (): void => dashboard.transfer.close();
  return (
    <TransferFrame
      title={transferText.importTitle}
      step={transferText[STEPS[view.step]]}
      onClose={view.step === "applying" ? undefined : close}
      actions={<Actions dashboard={dashboard} running={running} view={view} />}
    >
      <Step dashboard={dashboard} running={running} view={view} />
    </TransferFrame>
  );
}

interface AnyStepProps extends PageProps {
  readonly running: Import;
  readonly view: ImportView;
}

function Step({ view, ...props }: AnyStepProps) {
  switch (view.step) {
    case "choose":
      return <ImportChoose {...props} view={view} />;
    case "preview":
      return <ImportPreviewStep {...props} view={view} />;
    case "ended":
      return <ImportOutcomeStep {...props} view={view} />;
    default:
      return <ImportProgress {...props} view={view} />;
  }
}

function Actions({ view, ...props }: AnyStepProps) {
  switch (view.step) {
    case "choose":
      return (
        <button type="button" onClick={() => props.dashboard.transfer.close()}>
          {transferText.cancel}
        </button>
      );
    case "preview":
      return <ImportPreviewActions {...props} view={view} />;
    case "ended":
      return <ImportOutcomeActions {...props} view={view} />;
    default:
      return <ImportProgressActions {...props} view={view} />;
  }
}
