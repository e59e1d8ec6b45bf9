// Draws again whenever the store has changed.

import { useEffect, useReducer } from "preact/hooks";
import type { State, StateStore } from "../state/state.ts";

export function useStateOf(store: StateStore): State {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => store.subscribe(() => drawAgain(undefined)), [store]);
  return store.state;
}
