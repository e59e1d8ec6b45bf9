// Waits for the state of the page, such as for the whole inventory: a preview without some of the pets would be wrong.

import type { State, StateStore } from "../state/state.ts";

/** Throws the signal's reason. */
function untilState(
  store: StateStore,
  isReached: (state: State) => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (isReached(store.state)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (!isReached(store.state) && !signal.aborted) return;
      unsubscribe();
      signal.removeEventListener("abort", check);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const unsubscribe = store.subscribe(check);
    signal.addEventListener("abort", check);
  });
}

/** Waits for the inventory and the role. `onWaiting` is called if the inventory is still loading. Throws the signal's reason. */
export async function untilReady(
  store: StateStore,
  signal: AbortSignal,
  onWaiting: () => void,
): Promise<void> {
  if (store.state.loading !== "complete") {
    onWaiting();
    await untilState(store, ({ loading }) => loading === "complete", signal);
  }
  await untilState(store, ({ session }) => session.identity !== "asking", signal);
}
