// Draws a component again only when the part of the state that it uses has changed.

import { useEffect, useReducer, useRef } from "preact/hooks";
import type { Store } from "./store.ts";
import type { State, StateStore } from "./state.ts";

/** `select` must give the same value (by `Object.is`) for as long as the component need not be drawn again. */
export function useSelected<S extends object, T>(store: Store<S>, select: (state: S) => T): T {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const selected = select(store.state);
  const latest = useRef({ select, selected });
  latest.current = { select, selected };
  useEffect(() => {
    const compare = (): void => {
      const { current } = latest;
      if (!Object.is(current.select(store.state), current.selected)) draw(undefined);
    };
    // The state may have changed between drawing and subscribing.
    compare();
    return store.subscribe(compare);
  }, [store]);
  return selected;
}

/** Draws a component again with each change of a small store. */
export function useWhole<S extends object>(store: Store<S>): S {
  return useSelected(store, (state) => state);
}

/** Draws a component again only when one of these members of the state has changed. */
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
