// State of a component that outlives the page's redrawing in another language, which replaces every component.

import { type Dispatch, type StateUpdater, useEffect, useRef, useState } from "preact/hooks";

/** By name, the values of the components that are on the page. */
const kept = new Map<string, { readonly value: unknown }>();

/** As `useState`; on the page at most one component has a state of this name. */
export function useKeptState<T>(name: string, initial: () => T): [T, Dispatch<StateUpdater<T>>] {
  const [value, setValue] = useState(() => (kept.get(name)?.value as T | undefined) ?? initial());
  const own = useRef<{ readonly value: unknown }>({ value });
  if (own.current.value !== value) own.current = { value };
  kept.set(name, own.current);
  // A component is drawn before the one that it replaces is removed: what it has kept stays.
  useEffect(() => () => void (kept.get(name) === own.current && kept.delete(name)), [name]);
  return [value, setValue];
}
