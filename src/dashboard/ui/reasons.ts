// Why the stock changed, in words.

import type { Reason } from "../../client/client.ts";

/** Those that a person can choose, the most used first. */
export const REASONS: readonly Reason[] = [
  "received",
  "returned",
  "sold",
  "counted",
  "damaged",
  "lost",
  "correction",
];

const WORDS: Readonly<Record<string, string>> = {
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

/** Of a movement or a revision; also the reasons of the system. */
export function reasonInWords(reason: string): string {
  return WORDS[reason] ?? reason;
}
