// A pet as people know it: its name and kind, if it has a label, and its id.

import type { Label } from "../../client/client.ts";

export interface PetNameProps {
  readonly petId: bigint;
  readonly label: Label | undefined;
}

export function PetName({ petId, label }: PetNameProps) {
  const { name, kind } = label ?? {};
  return (
    <span class="pet-name">
      {name && <b>{name}</b>}
      {kind && <span class="quiet">{kind}</span>}
      <span class={name ? "pet-id quiet" : "pet-id"}>{String(petId)}</span>
    </span>
  );
}
