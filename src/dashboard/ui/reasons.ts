// Why the stock changed, in words.

import type { MovementReason } from "../../inventory/movement.ts";

const WORDS: Readonly<Record<MovementReason, string>> = {
  received: "Received",
  returned: "Returned",
  sold: "Sold",
  counted: "Counted",
  damaged: "Damaged",
  lost: "Lost",
  correction: "Correction",
  update: "Updated",
  set: "Set",
  adjust: "Adjusted",
  remove: "Removed",
  import: "Imported",
  undo: "Undone",
};

/** Reasons of newer services are shown unchanged. */
export function reasonInWords(reason: string): string {
  return WORDS[reason as MovementReason] ?? reason;
}
