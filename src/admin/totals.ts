// getTotals: the stock over time, in steps.

import { timeText } from "../contract/time.ts";
import { ApiError } from "../http/api-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Operation } from "../http/operation.ts";
import type { KeyTurns } from "../inventory/key-turns.ts";
import type { Clock } from "../inventory/clock.ts";
import type { InventoryStore } from "../inventory/store.ts";
import { countSteps, type StockTotals, TOTALS_STEPS_MAX, type TotalsRange } from "../inventory/totals.ts";
import { jsonReply } from "./json-body.ts";
import { type Query, queryOf } from "./query.ts";

export interface TotalsPorts {
  readonly authenticate: Authenticate;
  readonly store: Pick<InventoryStore, "totals">;
  readonly ledgerTurns: KeyTurns;
  readonly clock: Clock;
}

/** Length of the range if `since` is absent. */
const DEFAULT_RANGE_MS = 30 * 24 * 60 * 60 * 1000;

export function totals({ authenticate, store, ledgerTurns, clock }: TotalsPorts): Operation {
  return async (request, _, listener) => {
    const key = await authenticate(request, listener);
    const range = rangeOf(queryOf(request, "getTotals"), clock.now());
    if (range.since >= range.until) return jsonReply({ totals: [] });
    return ledgerTurns.run(key.id, request.signal, async () => {
      const steps = await store.totals(range);
      return jsonReply({ totals: steps.map(totalsJson) });
    });
  };
}

/** Throws `invalid_query`. */
function rangeOf({ since, until: end, step }: Query<"getTotals">, now: number): TotalsRange {
  const until = Math.min(end ?? now, now);
  const range = { since: since ?? until - DEFAULT_RANGE_MS, until, step };
  const count = countSteps(range);
  if (count <= TOTALS_STEPS_MAX) return range;
  const problem = `From "since" to "until" are ${count} steps; at most ${TOTALS_STEPS_MAX} are allowed.`;
  throw new ApiError("invalid_query", `${problem} Ask for longer steps, or for a shorter time.`);
}

function totalsJson({ at, ...rest }: StockTotals): object {
  return { at: timeText(at), ...rest };
}
