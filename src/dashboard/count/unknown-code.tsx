// A scanned text that no pet has: noted for later, or counted as a new pet.

import type { PageProps } from "../app/dashboard.ts";
import { may } from "../state/roles.ts";
import { useSelected } from "../state/use-selected.ts";
import { newPetId } from "./scan.ts";
import { PersonText } from "../ui/person-text.tsx";
import { countText } from "../language/en/count.ts";
import { RichText } from "../ui/rich-text.tsx";

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
        <RichText text={countText.unknown} parts={{ code: <Code text={code} /> }} />
      </p>
      <button type="button" onClick={onNote}>
        {countText.noteIt}
      </button>
      {mayAdd && petId !== undefined && (
        <button type="button" onClick={() => onAdd(petId)}>
          {countText.countAsNew}
        </button>
      )}
    </div>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <b>
      <PersonText text={text} />
    </b>
  );
}
