// Limits on waiting: a query on a lost connection never settles.

import type { Timeout, TimerClock } from "../inventory/clock.ts";
import { type Wait, waitOf } from "./deadlines.ts";
import { NoReplyError } from "./errors.ts";

export const noop = () => {};

/** A limit that several waits in a row share. It begins when it is made. */
export class Deadline implements Disposable {
  readonly #clock: TimerClock;
  readonly #timeout: Timeout;
  readonly #expired: Promise<never>;

  constructor(clock: TimerClock, wait: Wait, makeError?: () => Error) {
    const { name, ms } = waitOf(wait);
    this.#clock = clock;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(noop);
    this.#expired = promise;
    this.#timeout = clock.setTimeout(() => reject(makeError?.() ?? new NoReplyError(ms)), ms, name);
  }

  /** Settles as the promise does, or rejects at the deadline. A later rejection of the promise is ignored. */
  limit<T>(promise: Promise<T>): Promise<T> {
    promise.catch(noop);
    return Promise.race([promise, this.#expired]);
  }

  [Symbol.dispose](): void {
    this.#clock.clearTimeout(this.#timeout);
  }
}

/** Settles as the promise does, or rejects at the deadline, with NoReplyError where no other error is given. */
export async function withDeadline<T>(
  clock: TimerClock,
  wait: Wait,
  promise: Promise<T>,
  makeError?: () => Error,
): Promise<T> {
  using deadline = new Deadline(clock, wait, makeError);
  return await deadline.limit(promise);
}

export function startTimer(clock: TimerClock, wait: Wait, callback: () => void): Timeout {
  const { name, ms } = waitOf(wait);
  return clock.setTimeout(callback, ms, name);
}

export function sleep(clock: TimerClock, wait: Wait): Promise<void> {
  return new Promise((resolve) => void startTimer(clock, wait, resolve));
}
