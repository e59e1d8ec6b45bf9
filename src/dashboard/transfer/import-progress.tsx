// Shown while a file is read, while it waits for the inventory, and while the service applies it.

import { useSelected } from "../state/use-selected.ts";
import { transferText } from "../language/en/transfer.ts";
import type { ImportStepProps } from "./import.ts";
import { WorkProgress } from "../ui/work-progress.tsx";
import { PersonText } from "../ui/person-text.tsx";
import { RichText } from "../ui/rich-text.tsx";

type Props = ImportStepProps<"reading" | "waiting" | "applying">;

export function ImportProgress({ dashboard, view }: Props) {
  switch (view.step) {
    case "reading":
      return (
        <>
          <p>
            <RichText text={transferText.reading} parts={{ name: <FileName name={view.name} /> }} />
          </p>
          <WorkProgress part={view.progress} label={transferText.fileRead} />
        </>
      );
    case "waiting":
      return <Waiting dashboard={dashboard} name={view.name} />;
    case "applying":
      return (
        <>
          <p role="status">
            <RichText text={transferText.applying} parts={{ name: <FileName name={view.name} /> }} />
          </p>
          <progress aria-label={transferText.serviceApplies} />
          <p class="error" role="alert">
            {view.refusedFile}
          </p>
        </>
      );
  }
}

function Waiting({ dashboard, name }: Pick<Props, "dashboard"> & { readonly name: string }) {
  useSelected(dashboard.store, ({ petsVersion }) => petsVersion);
  return (
    <>
      <p role="status">
        <RichText text={transferText.previewWaits} parts={{ name: <FileName name={name} /> }} />
      </p>
      <p class="quiet">{transferText.petsSoFar(dashboard.pets.size)}</p>
    </>
  );
}

function FileName({ name }: { readonly name: string }) {
  return (
    <b>
      <PersonText text={name} />
    </b>
  );
}

export function ImportProgressActions({ running, view }: Props) {
  if (view.step === "applying") return null;
  return (
    <button type="button" onClick={() => running.restart()}>
      {transferText.cancel}
    </button>
  );
}
