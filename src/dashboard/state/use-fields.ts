// Draws a component again only when some members of the state have changed.

import { useRef } from "preact/hooks";
import type { State, StateStore } from "./state.ts";
import { useSelected } from "./use-selected.ts";

export function useFields<Name extends keyof State>(
  store: StateStore,
  ...names: readonly Name[]
): Pick<State, Name> {
  const last = useRef<Pick<State, Name>>(undefined);
  return useSelected(store, (state) => {
    const { current } = last;
    if (current !== undefined && names.every((name) => Object.is(current[name], state[name]))) return current;
    last.current = state;
    return state;
  });
}
