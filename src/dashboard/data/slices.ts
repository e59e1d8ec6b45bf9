// Long work in slices, so that the page draws and answers keys in between.

/** A third of a frame at 60 Hz: the others are for drawing. */
export const SLICE_MS = 5;

/** Work that yields often, at the latest every few tenths of a millisecond. */
export type Steps<T = void> = Generator<void, T, undefined>;

/** Runs the steps for a slice of time, or until there is enough to show. Returns whether they have ended. */
export function runSlice(
  steps: Steps<unknown>,
  { sliceMs = SLICE_MS, isEnough = () => false }: { sliceMs?: number; isEnough?: () => boolean } = {},
): boolean {
  const end = performance.now() + sliceMs;
  do if (steps.next().done) return true;
  while (performance.now() < end && !isEnough());
  return false;
}

/** Runs the steps to their end. Rejects with the signal's reason when it is aborted. */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> {
  let end = performance.now() + SLICE_MS;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < end) continue;
    await nextTask();
    signal?.throwIfAborted();
    end = performance.now() + SLICE_MS;
  }
}

/** Resolves in a task of its own, after input and drawing that wait. Timers would add 4 ms each. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
