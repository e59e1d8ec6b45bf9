// The end of a database whose inventory has moved to another one: it can be read, and changes no more.

import { StoreError } from "./store-error.ts";

/** Says that the inventory has moved to another database, which is the one that changes from then on. */
export interface Retirement {
  /** ms since 1970. */
  readonly at: number;
  /** The other database, in words that may be shown: no user, and no password. */
  readonly to: string;
}

/** Throws `retired` where the inventory has moved. */
export function throwIfRetired(present: Retirement | undefined): void {
  if (present === undefined) return;
  const time = new Date(present.at).toISOString().replace(/\.\d+Z$/, "Z");
  throw new StoreError(
    "retired",
    `this database was retired on ${time}: its inventory moved to ${present.to}`,
  );
}

/** Throws `retired` where it has moved, unless that was to the same place. */
export function throwIfRetiredElsewhere(present: Retirement | undefined, { to }: Retirement): void {
  if (present?.to !== to) throwIfRetired(present);
}
