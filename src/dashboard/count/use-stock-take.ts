// The stock-take of this device and key, with the pets that it knows.

import { useEffect, useState } from "preact/hooks";
import type { Dashboard } from "../app/dashboard.ts";
import { useSelected } from "../state/use-selected.ts";
import { KnownPets } from "./known-pets.ts";
import { StockTake } from "./stock-take.ts";

export interface OpenStockTake {
  readonly stockTake: StockTake;
  readonly known: KnownPets;
}

/** Labels that change one after the other are kept once. */
const LABELS_REST_MS = 500;

/** Undefined until the key's name and the stored counts are known. */
export function useStockTake(dashboard: Dashboard): OpenStockTake | undefined {
  const owner = useSelected(dashboard.store, ({ me }) => me && `${me.account}/${me.name}`);
  const loading = useSelected(dashboard.store, (state) => state.loading);
  const labels = useSelected(dashboard.store, (state) => state.labelsVersion);
  const [opened, setOpened] = useState<OpenStockTake>();
  useEffect(() => {
    if (owner === undefined) return undefined;
    let isCurrent = true;
    const known = new KnownPets(dashboard);
    const stockTake = new StockTake(dashboard, { known, owner });
    void known
      .open()
      .then(() => stockTake.open())
      .then(() => isCurrent && setOpened({ stockTake, known }));
    return () => {
      isCurrent = false;
      // Another key has a stock-take of its own.
      setOpened(undefined);
    };
  }, [owner]);
  // Another tab may have counted, or applied the counts.
  useEffect(
    () => dashboard.environment.visibility.onChange(() => void opened?.stockTake.refresh()),
    [opened],
  );
  useEffect(() => {
    if (loading !== "complete" || opened === undefined) return undefined;
    const timer = setTimeout(() => void opened.known.keep(), LABELS_REST_MS);
    return () => clearTimeout(timer);
  }, [loading, labels, opened]);
  return opened;
}
