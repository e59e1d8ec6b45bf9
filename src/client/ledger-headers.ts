// Reason and note of a change, as headers of its request.

import type { LedgerOptions } from "./options.ts";

/** The note is percent-encoded: a header holds only ASCII. */
export function ledgerHeaders({ reason, note }: LedgerOptions): Readonly<Record<string, string>> {
  return {
    ...(reason !== undefined && { "Petstock-Reason": reason }),
    ...(note !== undefined && { "Petstock-Note": encodeURIComponent(note) }),
  };
}
