// Stops listeners without losing requests in flight, and without waiting for clients that have stopped reading.

/** Clients that have read nothing for so long are cut off. Below the default shutdown timeout, 20 s (config.ts). */
const STALLED_TIMEOUT_MS = 5_000;
const CHECK_INTERVAL_MS = 100;

interface Drainable {
  readonly pendingHandlers: number;
  stop(abrupt: boolean): Promise<void>;
}

/**
 * Stops accepting connections; resolves when the requests in flight are complete. Once all handlers have responded and
 * `progress`, which grows with each piece sent, has not changed for a while, the remaining connections are cut off.
 */
export async function drain(listeners: Drainable, progress: () => number): Promise<void> {
  const stopped = new AbortController();
  await Promise.race([listeners.stop(false), untilStalled(listeners, progress, stopped.signal)]);
  stopped.abort();
  await listeners.stop(true);
}

async function untilStalled(
  listeners: Drainable,
  progress: () => number,
  stopped: AbortSignal,
): Promise<void> {
  let seen = progress();
  for (
    let stalledMs = 0;
    stalledMs < STALLED_TIMEOUT_MS && !stopped.aborted;
    stalledMs += CHECK_INTERVAL_MS
  ) {
    await Bun.sleep(CHECK_INTERVAL_MS);
    const now = progress();
    if (listeners.pendingHandlers > 0 || now !== seen) stalledMs = 0;
    seen = now;
  }
}
