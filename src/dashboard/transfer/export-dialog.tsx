// The dialog that exports the pets of the view, or all of them, to a file.

import { useEffect, useRef, useState } from "preact/hooks";
import type { PageProps } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { transferText } from "../language/en/transfer.ts";
import { download } from "./download.ts";
import { EXPORT_FORMATS, type ExportFormat, exportFile, exportName } from "./export-file.ts";
import { TransferFrame } from "./transfer-frame.tsx";

/** Members of the texts. */
const FORMATS = {
  spreadsheet: { title: "spreadsheet", detail: "spreadsheetDetail" },
  csv: { title: "csv", detail: "csvDetail" },
  ndjson: { title: "ndjson", detail: "ndjsonDetail" },
  json: { title: "json", detail: "jsonDetail" },
} as const satisfies Record<ExportFormat, object>;

export default function ExportDialog({ dashboard }: PageProps) {
  const [isWhole, setWhole] = useState(false);
  const [format, setFormat] = useState<ExportFormat>("spreadsheet");
  const { progress, run } = useExport(dashboard, { isWhole, format });
  const isReady = useIsReady(dashboard, isWhole);
  const close = (): void => dashboard.transfer.close();
  const { pets, shown } = dashboard;
  return (
    <TransferFrame
      title={transferText.exportTitle}
      step={transferText.whatToExport}
      onClose={close}
      isNarrow
      actions={
        <>
          <button type="button" onClick={close}>
            {transferText.cancel}
          </button>
          <button
            type="button"
            class="primary"
            aria-disabled={!isReady || progress !== undefined}
            onClick={() => isReady && progress === undefined && void run()}
          >
            {isReady ? transferText.download : transferText.loadingInventory}
          </button>
        </>
      }
    >
      <fieldset>
        <legend>{transferText.pets}</legend>
        <Choice name="pets" isChosen={!isWhole} onChoose={() => setWhole(false)}>
          {transferText.thisView(shown.size)}
        </Choice>
        <Choice name="pets" isChosen={isWhole} onChoose={() => setWhole(true)}>
          {transferText.everything(pets.size)}
        </Choice>
      </fieldset>
      <fieldset>
        <legend>{transferText.format}</legend>
        {EXPORT_FORMATS.map((each) => (
          <Choice key={each} name="format" isChosen={each === format} onChoose={() => setFormat(each)}>
            {transferText[FORMATS[each].title]}
            <small class="quiet">{transferText[FORMATS[each].detail]}</small>
          </Choice>
        ))}
      </fieldset>
      {progress !== undefined && <progress max={1} value={progress} aria-label={transferText.fileWritten} />}
    </TransferFrame>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: preact.ComponentChildren;
}

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label class="choice">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

/** A part of the inventory would look like all of it. */
function useIsReady(dashboard: PageProps["dashboard"], isWhole: boolean): boolean {
  const isLoaded = useSelected(dashboard.store, ({ loading }) => loading === "complete");
  useSelected(dashboard.store, ({ shownVersion }) => shownVersion);
  useSelected(dashboard.store, ({ petsVersion }) => petsVersion);
  return isLoaded && (isWhole || dashboard.shown.isComplete);
}

interface Exporting {
  readonly isWhole: boolean;
  readonly format: ExportFormat;
}

function useExport({ pets, shown, transfer }: PageProps["dashboard"], { isWhole, format }: Exporting) {
  const [progress, setProgress] = useState<number>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const run = async (): Promise<void> => {
    setProgress(0);
    const { signal } = stop.current;
    // Taken at once: later changes must not mix with them.
    const items = [...(isWhole ? pets.items() : shown.items())];
    try {
      const options = {
        format,
        signal,
        onProgress: setProgress,
        labelOf: (petId: bigint) => pets.label(petId),
      };
      download(exportName(format, isWhole, new Date()), await exportFile(items, options));
      transfer.close();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
  return { progress, run };
}
