// The manager of a list on the page of keys, which reads it now and regularly, while the page is visible.

import { useEffect, useMemo } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";

/** How often to read what changes without this page: last uses, and what deliveries have come to. */
const REFRESH_MS = 5_000;

interface Manager {
  load(): Promise<void>;
}

export function useManager<M extends Manager>(
  Kind: new (dashboard: Dashboard) => M,
  dashboard: Dashboard,
): M {
  const manager = useMemo(() => new Kind(dashboard), [Kind, dashboard]);
  useEffect(() => {
    void manager.load();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void manager.load();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [manager]);
  return manager;
}
