// Work on a large body that leaves the thread to others: requests of `/v1` are answered between its steps.

import { steadyClock } from "../inventory/clock.ts";

/** Longest work without a pause, beyond the step that exceeds it. */
const STEP_MS_MAX = 5;

/**
 * Runs work to its end. It yields wherever it can be interrupted; that costs nothing while the work is short. Throws the signal's
 * reason if it is aborted meanwhile: the client has left.
 */
export async function inSteps<T>(work: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  const pause = pauses();
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    const rest = pause();
    if (rest === undefined) continue;
    await rest;
    signal.throwIfAborted();
  }
}

/**
 * A pause for work that calls it wherever it can be interrupted: only when `STEP_MS_MAX` have passed since the last one. Promises
 * that are resolved at once, such as those of bytes that have arrived, let nothing else run.
 */
export function pauses(): () => Promise<void> | undefined {
  let startedAt = steadyClock.now();
  return () => {
    if (steadyClock.now() - startedAt < STEP_MS_MAX) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        startedAt = steadyClock.now();
        resolve();
      }),
    );
  };
}
