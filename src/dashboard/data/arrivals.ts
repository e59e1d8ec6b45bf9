// Shows what arrives from the service: the rows, a mark on those that others changed, and the end of an edit whose pet is gone.

import { dataText } from "../language/en/data.ts";
import type { Environment } from "../state/environment.ts";
import { SIGNED_OUT, type StateStore } from "../state/state.ts";
import type { TableChange } from "./pet-table.ts";
import type { Arrival, Pets } from "./pets.ts";

export interface ArrivalOptions {
  readonly store: StateStore;
  readonly pets: Pets;
  readonly environment: Pick<Environment, "timing">;
  /** Whether this page is changing the pet: its own changes are not marked. */
  readonly isOwn: (petId: bigint) => boolean;
}

/** More marks would mark a whole screen, and be of no use. */
const MARKS_MAX = 1000;

/** Returns whether an answer that is asked for now must decide (`Pets.arrive`). */
export function showArrival(options: ArrivalOptions, arrival: Arrival): boolean {
  const { pets, store } = options;
  const change = pets.arrive(arrival);
  mark(options, change);
  const { editing } = store.state;
  if (editing !== undefined && change.removed.includes(editing.from.petId)) {
    const text = dataText.removedByOthers(editing.from.petId);
    store.set({ editing: undefined, notice: { text, tone: "bad", undo: undefined } });
  }
  return change.isInDoubt;
}

/** Rows that others changed, for a while. All marks disappear some time after the newest was added. */
function mark({ store, environment, isOwn }: ArrivalOptions, { changed }: TableChange): void {
  const theirs = changed.filter(({ after }) => !isOwn(after.petId));
  if (theirs.length === 0 || theirs.length > MARKS_MAX) return;
  const added = theirs.map(({ before, after }): [bigint, number | undefined] => [
    after.petId,
    before?.quantity,
  ]);
  const marks = new Map([...store.state.marks, ...added]);
  store.set({ marks });
  setTimeout(() => {
    // Otherwise newer marks have a timer of their own.
    if (store.state.marks === marks) store.set({ marks: SIGNED_OUT.marks });
  }, environment.timing.changeMarkMs);
}
