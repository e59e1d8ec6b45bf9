// Code that is loaded when it is first needed.

import { useEffect, useState } from "preact/hooks";

interface Late<T> {
  /** Undefined until it is loaded. */
  readonly module: T | undefined;
  readonly hasFailed: boolean;
}

/** `load` is called once it is wanted, and again after a failure, when it is wanted the next time. */
export function useLate<T>(load: () => Promise<T>, isWanted: boolean): Late<T> {
  const [late, setLate] = useState<Late<T>>({ module: undefined, hasFailed: false });
  useEffect(() => {
    if (!isWanted || late.module !== undefined) return;
    load().then(
      (module) => setLate({ module, hasFailed: false }),
      () => setLate({ module: undefined, hasFailed: true }),
    );
  }, [isWanted]);
  return late;
}
