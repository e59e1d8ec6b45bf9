// Values that are made when first needed; concurrent callers share one.

import type { Bench } from "./bench.ts";

export function once<K, V>(made: Map<K, V>, key: K, make: () => V): V {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

/** Makes the value once in each run. */
export function oncePerRun<V>(make: (bench: Bench) => V): (bench: Bench) => V {
  const made = new WeakMap<Bench, { readonly value: V }>();
  return (bench) => {
    const known = made.get(bench) ?? { value: make(bench) };
    made.set(bench, known);
    return known.value;
  };
}
