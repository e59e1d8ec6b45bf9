// Shares one call of a function among concurrent callers. A caller never gets the result of a call that began before it
// asked, so the result includes all that was acknowledged until then: a thousand concurrent callers cost two calls.

import type { Awaitable } from "./awaitable.ts";

const noop = () => {};

export class SingleFlight<T> {
  readonly #call: () => Awaitable<T>;
  readonly #intervalMs: number;
  /** Settles when the next call may start; undefined if it may start now. */
  #busy: Promise<unknown> | undefined;
  #next: Promise<T> | undefined;

  /** `intervalMs`: the shortest time between the starts of two calls. */
  constructor(call: () => Awaitable<T>, { intervalMs = 0 }: { intervalMs?: number } = {}) {
    this.#call = call;
    this.#intervalMs = intervalMs;
  }

  /** The result of a call that starts now or later; at once if the function returns at once. */
  get(): Awaitable<T> {
    if (this.#next !== undefined) return this.#next;
    if (this.#busy === undefined) return this.#start();
    this.#next = this.#startAfter(this.#busy);
    return this.#next;
  }

  async #startAfter(busy: Promise<unknown>): Promise<T> {
    // An error goes to the callers that share that call.
    await busy.catch(noop);
    this.#next = undefined;
    return this.#start();
  }

  #start(): Awaitable<T> {
    const result = this.#call();
    const busy = this.#busyUntil(result);
    if (busy === undefined) return result;
    this.#busy = busy;
    const end = () => {
      this.#busy = undefined;
    };
    busy.then(end, end);
    return result;
  }

  #busyUntil(result: Awaitable<T>): Promise<unknown> | undefined {
    if (this.#intervalMs > 0) return Promise.allSettled([result, pause(this.#intervalMs)]);
    return result instanceof Promise ? result : undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
