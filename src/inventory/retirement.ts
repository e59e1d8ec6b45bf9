// Retirement: a database whose inventory has moved to another one becomes read-only.

import { StoreError } from "./store-error.ts";

/** When and where the inventory moved. */
export interface Retirement {
  /** ms since 1970. */
  readonly at: number;
  /** Description of the other database for messages, without user and password. */
  readonly to: string;
}

/** Throws `retired` if the inventory has moved. */
export function throwIfRetired(present: Retirement | undefined): void {
  if (present === undefined) return;
  const time = new Date(present.at).toISOString().replace(/\.\d+Z$/, "Z");
  throw new StoreError(
    "retired",
    `this database was retired on ${time}: its inventory moved to ${present.to}`,
  );
}

/** Throws `retired` if it has moved to another place than the given one. */
export function throwIfRetiredElsewhere(present: Retirement | undefined, { to }: Retirement): void {
  if (present?.to !== to) throwIfRetired(present);
}
