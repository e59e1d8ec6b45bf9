// A status, shown by text, shape and color, so that each of them is enough.

import "./status-chip.css";
import { uiText } from "../language/en/ui.ts";
import type { PetStatus } from "../../contract/item-json.ts";

export function StatusChip({ status }: { readonly status: PetStatus }) {
  return (
    <span class={`chip chip-${status}`}>
      <StatusMark status={status} />
      {uiText.statuses[status]}
    </span>
  );
}

export function StatusMark({ status }: { readonly status: PetStatus }) {
  return <span class={`mark mark-${status}`} aria-hidden="true" />;
}
