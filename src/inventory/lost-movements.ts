// Detects missing movements in the ledger.

import type { Position } from "./position.ts";
import { StoreError } from "./store-error.ts";

/**
 * Every revision has a movement, and a prune keeps all movements after its oldest commit. So a history that continues after
 * `known` without movements is damaged: a catch-up would give an old list a new tag. Throws `unusable`.
 */
export function throwIfMovementsLost({ known, position, count }: CaughtUp): void {
  if (count > 0 || position.revision <= known.revision) return;
  const revisions = `revisions ${known.revision + 1} to ${position.revision}`;
  throw new StoreError(
    "unusable",
    `the ledger has lost the movements of ${revisions}: the database is damaged, or was edited by hand. "petstock verify" says more; restore a backup`,
  );
}

interface CaughtUp {
  readonly known: Position;
  readonly position: Position;
  /** Movements after `known`. */
  readonly count: number;
}
