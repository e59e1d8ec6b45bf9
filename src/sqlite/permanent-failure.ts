// The failure after which a store does no more work, and its process should end.

import { StoreError } from "../inventory/store-error.ts";

type Listener = (error: StoreError) => void;

export class PermanentFailure {
  readonly #listeners: Listener[] = [];
  #error: StoreError | undefined;

  /** The first one; undefined while there is none. */
  get error(): StoreError | undefined {
    return this.#error;
  }

  /** The listener is called once. */
  listen(listener: Listener): void {
    if (this.#error === undefined) this.#listeners.push(listener);
    else listener(this.#error);
  }

  fail(error: StoreError): void {
    this.#error ??= error;
    for (const listener of this.#listeners.splice(0)) listener(error);
  }

  /** A corrupt file must accept no more changes: each could be lost with it. Gives the error. */
  failIfUnusable(error: unknown): unknown {
    if (error instanceof StoreError && error.code === "unusable") this.fail(error);
    return error;
  }
}
