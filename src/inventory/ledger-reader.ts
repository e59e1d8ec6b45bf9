// Reads of the ledger. Each examines a bounded number of rows, so that it takes milliseconds however long the ledger is.

import type { RevisionFilter, RevisionPage } from "./activity.ts";
import type { MovementFilter, MovementPage } from "./movement.ts";
import type { StockTotals, TotalsRange } from "./totals.ts";

export interface LedgerReader {
  /** Movements, newest first. With `petId` a page costs what that pet has changed, not what the ledger holds. */
  movements(filter: MovementFilter): Promise<MovementPage>;
  /** Revisions, newest first. */
  revisions(filter: RevisionFilter): Promise<RevisionPage>;
  /** Stock over time. Throws a RangeError for more than `TOTALS_STEPS_MAX` steps. */
  totals(range: TotalsRange): Promise<readonly StockTotals[]>;
}
