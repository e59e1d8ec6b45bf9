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
export function throwIfRetired(current: Retirement | undefined): void {
  if (current === undefined) return;
  const time = new Date(current.at).toISOString().replace(/\.\d+Z$/, "Z");
  throw new StoreError(
    "retired",
    `this database was retired on ${time}: its inventory moved to ${current.to}`,
  );
}

/** Throws `retired` if it has moved to another place than the given one. */
export function throwIfRetiredElsewhere(current: Retirement | undefined, { to }: Retirement): void {
  if (current?.to !== to) throwIfRetired(current);
}
