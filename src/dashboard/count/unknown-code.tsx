// A scanned text that no pet has: noted for later, or counted as a new pet.

import type { PageProps } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { newPetId } from "./scan.ts";
import { PersonText } from "../ui/person-text.tsx";

interface UnknownCodeProps extends PageProps {
  readonly code: string;
  readonly onAdd: (petId: bigint) => void;
  readonly onNote: () => void;
}

export function UnknownCode({ dashboard, code, onAdd, onNote }: UnknownCodeProps) {
  const mayAdd = useSelected(dashboard.store, (state) => may(state, "manager"));
  const petId = newPetId(code);
  return (
    <div class="unknown" role="alert">
      <p>
        No pet has the id or code{" "}
        <b>
          <PersonText text={code} />
        </b>
        .
      </p>
      <button type="button" onClick={onNote}>
        Note it for later
      </button>
      {mayAdd && petId !== undefined && (
        <button type="button" onClick={() => onAdd(petId)}>
          Count it as a new pet
        </button>
      )}
    </div>
  );
}
