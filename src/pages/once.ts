// Things that are made when somebody first needs them.

import type { Eventually } from "../inventory/eventually.ts";

/** The value: made for the first who asks, there at once later on. What fails is tried again for the next who asks. */
export function once<T>(make: () => Promise<T>): () => Eventually<T> {
  let made: Eventually<T> | undefined;
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
