// Values that are computed when they are first needed.

import type { Awaitable } from "../inventory/awaitable.ts";

/** Computes the value on the first call and keeps it. A failure is not kept: the next call tries again. */
export function lazy<T>(compute: () => Promise<T>): () => Awaitable<T> {
  let computed: Awaitable<T> | undefined;
  return () => {
    computed ??= compute().then(
      (value) => (computed = value),
      (error: unknown) => {
        computed = undefined;
        throw error;
      },
    );
    return computed;
  };
}
