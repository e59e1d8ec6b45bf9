// State of the stock-take page.

import type { Count, SheetLine, Take } from "./take.ts";

/**
 * `storing`: the newest count is being written. `stored`: each count survives a reload. `memory`: on a shared computer, and where the
 * browser blocks storage.
 */
export type TakeStorage = "opening" | "storing" | "stored" | "memory";

export interface TakeState {
  readonly storage: TakeStorage;
  readonly take: Take | undefined;
  /** The newest first. */
  readonly counts: readonly Count[];
  /** The sheet of differences; undefined while it is not open. */
  readonly sheet: readonly SheetLine[] | undefined;
  readonly isBusy: boolean;
  readonly error: string | undefined;
  /** Result of the last stock-take. */
  readonly done: string | undefined;
}

export const NOTHING_TAKEN: TakeState = {
  storage: "opening",
  take: undefined,
  counts: [],
  sheet: undefined,
  isBusy: false,
  error: undefined,
  done: undefined,
};
