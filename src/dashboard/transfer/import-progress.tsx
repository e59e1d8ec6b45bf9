// Shown while a file is read, while it waits for the inventory, and while the service applies it.

import { useSelected } from "../state/use-selected.ts";
import { formatPlural } from "../language/format.ts";
import { FILE_READ } from "./import-view.ts";
import type { ImportStepProps } from "./import.ts";
import { WorkProgress } from "../ui/work-progress.tsx";
import { PersonText } from "../ui/person-text.tsx";

type Props = ImportStepProps<"reading" | "waiting" | "applying">;

export function ImportProgress({ dashboard, view }: Props) {
  switch (view.step) {
    case "reading":
      return (
        <>
          <p>
            Reading{" "}
            <b>
              <PersonText text={view.name} />
            </b>
          </p>
          <WorkProgress part={view.progress} label={FILE_READ} />
        </>
      );
    case "waiting":
      return <Waiting dashboard={dashboard} name={view.name} />;
    case "applying":
      return (
        <>
          <p role="status">
            Importing{" "}
            <b>
              <PersonText text={view.name} />
            </b>
            . It is applied as a whole or not at all, also if this page is closed now.
          </p>
          <progress aria-label="The service is applying the import" />
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
        The preview of{" "}
        <b>
          <PersonText text={name} />
        </b>{" "}
        opens when the whole inventory has loaded.
      </p>
      <p class="quiet">{formatPlural(dashboard.pets.size, "pet")} so far</p>
    </>
  );
}

export function ImportProgressActions({ running, view }: Props) {
  if (view.step === "applying") return null;
  return (
    <button type="button" onClick={() => running.restart()}>
      Cancel
    </button>
  );
}
