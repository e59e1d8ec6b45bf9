// Redraws the component when the store changes.

import { useEffect, useReducer } from "preact/hooks";
import type { State, StateStore } from "../state/state.ts";

export function useStore(store: StateStore): State {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => store.subscribe(() => redraw(undefined)), [store]);
  return store.state;
}
