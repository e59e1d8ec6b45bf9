// The part of the state that the table draws: other changes, such as a notice, do not draw it again.

import type { Dashboard } from "../app/dashboard.ts";
import { useFields } from "../state/use-selected.ts";

export type GridState = ReturnType<typeof useGridState>;

export function useGridState({ store }: Dashboard) {
  return useFields(
    store,
    ...([
      "view",
      "cursor",
      "editing",
      "saves",
      "labelSaves",
      "marks",
      "readOnly",
      "openPetId",
      "labelsVersion",
      "petsVersion",
      "shownVersion",
      "held",
      "lastChangesVersion",
      "me",
    ] as const),
  );
}
