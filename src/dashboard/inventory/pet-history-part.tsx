// A pet's history, for the panel beside the inventory. Its code is loaded when it is first shown.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { petText } from "../language/en/pet.ts";
import { withStyles } from "../ui/with-styles.ts";

interface PetHistoryPartProps {
  readonly dashboard: Dashboard;
  readonly petId: bigint;
}

let loaded: ComponentType<PetHistoryPartProps> | undefined;

export function PetHistoryPart(props: PetHistoryPartProps) {
  const [hasFailed, setFailed] = useState(false);
  const [, draw] = useState({});
  const load = (): void => {
    setFailed(false);
    withStyles(import("../history/pet-history.tsx")).then(
      ({ PetHistory }) => {
        loaded = PetHistory;
        draw({});
      },
      () => setFailed(true),
    );
  };
  const Part = loaded;
  useEffect(() => {
    // As it was drawn: the code may have arrived since.
    if (Part === undefined) load();
  }, []);
  if (Part !== undefined) return <Part {...props} />;
  if (!hasFailed) return <p class="quiet">{petText.loadingHistory}</p>;
  return (
    <p class="bad" role="alert">
      {petText.historyFailed}{" "}
      <button type="button" class="small" onClick={load}>
        {petText.tryAgain}
      </button>
    </p>
  );
}
