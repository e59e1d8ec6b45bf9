// A status by word, shape and colour, so that none of them is needed to tell it.

import type { PetStatus } from "../../contract/item-json.ts";

export function StatusChip({ status }: { readonly status: PetStatus }) {
  return (
    <span class={`chip chip-${status}`}>
      <StatusMark status={status} />
      {status}
    </span>
  );
}

export function StatusMark({ status }: { readonly status: PetStatus }) {
  return <span class={`mark mark-${status}`} aria-hidden="true" />;
}
