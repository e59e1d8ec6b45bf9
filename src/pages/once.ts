// Things that are made when somebody first needs them.

import type { Awaitable } from "../inventory/awaitable.ts";

/** The value: made for the first who asks, there at once later on. What fails is tried again for the next who asks. */
export function once<T>(make: () => Promise<T>): () => Awaitable<T> {
  let made: Awaitable<T> | undefined;
  return () => {
    made ??= make().then(
      (value) => (made = value),
      (error: unknown) => {
        made = undefined;
        throw error;
      },
    );
    return made;
  };
}
