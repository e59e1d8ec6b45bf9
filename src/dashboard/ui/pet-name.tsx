// A pet as people know it: its name and kind, if it has a label, and its id.

import type { Label } from "../../client/client.ts";
import { PersonText } from "./person-text.tsx";

interface PetNameProps {
  readonly petId: bigint;
  readonly label: Label | undefined;
}

export function PetName({ petId, label }: PetNameProps) {
  const { name, kind } = label ?? {};
  return (
    <span class="pet-name">
      {name && (
        <b>
          <PersonText text={name} />
        </b>
      )}
      {kind && (
        <span class="quiet">
          <PersonText text={kind} />
        </span>
      )}
      <span class={name ? "pet-id quiet" : "pet-id"}>{String(petId)}</span>
    </span>
  );
}
