// Values that are made when first needed; concurrent callers share one.

export function once<K, V>(made: Map<K, V>, key: K, make: () => V): V {
  const value = made.get(key) ?? make();
  made.set(key, value);
  return value;
}

/** Makes the value once for each `run`. */
export function oncePerRun<Run extends object, V>(make: (run: Run) => V): (run: Run) => V {
  const made = new WeakMap<Run, { readonly value: V }>();
  return (run) => {
    const known = made.get(run) ?? { value: make(run) };
    made.set(run, known);
    return known.value;
  };
}
