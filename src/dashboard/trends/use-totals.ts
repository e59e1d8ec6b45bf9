// The totals of a period, read again when the inventory changes.

import { useEffect, useState } from "preact/hooks";
import type { Totals } from "../../client/client.ts";
import type { Dashboard } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { failureMessage } from "../edits/failure-message.ts";
import { type Period, sinceOf } from "./period.ts";

interface LoadedTotals {
  readonly totals: readonly Totals[] | undefined;
  readonly error: string | undefined;
  readonly retry: () => void;
}

/** Changes that follow each other closely are shown together. */
const SETTLED_MS = 1000;

export function useTotals(dashboard: Dashboard, period: Period): LoadedTotals {
  const version = useSettled(useSelected(dashboard.store, (state) => state.petsVersion));
  const [loaded, setLoaded] = useState<{ period: Period; totals: readonly Totals[] }>();
  const [error, setError] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const since = sinceOf(period, Date.now());
    dashboard.session.admin.totals({ since, step: period.step, signal }).then(
      (totals) => {
        setLoaded({ period, totals });
        setError(undefined);
      },
      (reason: unknown) => signal.aborted || setError(failureMessage(reason)),
    );
    return () => stop.abort();
  }, [period, version, attempt]);
  const totals = loaded?.period === period ? loaded.totals : undefined;
  return { totals, error, retry: () => setAttempt(attempt + 1) };
}

function useSettled(value: number): number {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
