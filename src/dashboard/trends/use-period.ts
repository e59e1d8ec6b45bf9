// The period that the page shows: the one of its address, or else one in which something has changed.

import { useEffect, useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { DEFAULT_PERIOD, type Period, periodOf, periodSince } from "./period.ts";

interface ShownPeriod {
  /** Undefined until it is known. */
  readonly period: Period | undefined;
  /** The newest change, where it is older than the period that the page shows otherwise. */
  readonly lastChange: string | undefined;
}

export function usePeriod({ store, session }: Dashboard): ShownPeriod {
  // The same object for the same query.
  const chosen = useSelected(store, (state) => periodOf(state.query));
  const [found, setFound] = useState<ShownPeriod>();
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    session.admin.movementPage({ pageSize: 1, signal }).then(
      ({ entries: [newest] }) => setFound(periodWith(newest?.at)),
      // The page itself says what has failed.
      () => signal.aborted || setFound(periodWith(undefined)),
    );
    return () => stop.abort();
  }, []);
  return { period: chosen ?? found?.period, lastChange: found?.lastChange };
}

function periodWith(lastChange: string | undefined): ShownPeriod {
  if (lastChange === undefined) return { period: DEFAULT_PERIOD, lastChange };
  const period = periodSince(Date.parse(lastChange), Date.now());
  return { period, lastChange: period === DEFAULT_PERIOD ? undefined : lastChange };
}
