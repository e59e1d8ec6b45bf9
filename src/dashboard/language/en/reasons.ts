// Texts of why the stock changes: loaded with the pages that show it.

import type { MovementReason } from "../../../inventory/movement.ts";
import { texts } from "../texts.ts";

export const reasonsText = texts("reasons", {
  reason: "Reason",
  noReason: "No reason",
  note: "Note",
  words: {
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
  } satisfies Record<MovementReason, string>,
});
