// Asks the browser to keep what waits on this device: Safari removes a page's data after seven days without a visit. Asked when the first
// edit or count waits, not at the start: Firefox asks the person.

import type { StateStore } from "../state/state.ts";

let isAsked = false;

export function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  // On http there is no such request; refused, the data are as safe as before.
  void navigator.storage?.persist?.().catch(() => {});
}

/** Without a network edits wait. */
export function followWaiting(store: StateStore): void {
  store.subscribe(() => {
    const { waiting, offlineSince } = store.state;
    if (waiting > 0 && offlineSince !== undefined) askToPersist();
  });
}
