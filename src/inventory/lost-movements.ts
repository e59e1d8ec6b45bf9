// Notices a ledger without movements where there must be some.

import type { Position } from "./position.ts";
import { StoreError } from "./store-error.ts";

/**
 * Every revision has a movement, and no prune removes one that is younger than a commit it left. So a history that went
 * on from `known` without any is damaged, and a catch-up would show an old list as the newest. Throws `unusable`.
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
