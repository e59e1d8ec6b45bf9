// Work on a large body that leaves the thread to others: requests of `/v1` are answered between its steps.

import { steadyClock } from "../inventory/ports.ts";

/** Longest work without a pause, beyond the step that exceeds it. */
const STEP_MS_MAX = 5;

/** Runs work to its end. It yields wherever it can be interrupted; that costs nothing while the work is short. */
export async function inSteps<T>(work: Generator<undefined, T>): Promise<T> {
  let startedAt = steadyClock.now();
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    if (steadyClock.now() - startedAt < STEP_MS_MAX) continue;
    await new Promise((resolve) => setImmediate(resolve));
    startedAt = steadyClock.now();
  }
}
