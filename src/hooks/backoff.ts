// When a delivery that failed is tried again, and when no more.

/** The first pause; each further one is twice as long. */
const FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30 * 60_000;
/** A receiver may ask for a longer pause, up to this. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/** Without success for so long, a hook is stopped: a weekend and a working day, in which someone sees the alert. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60_000;

/**
 * The pause before the next attempt, ms: random between half and all of it, so that receivers of several hooks that went away together are
 * not met all at once. `attempts`: those that failed in a row.
 */
export function pauseMsAfter(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number {
  const ms = Math.min(PAUSE_MAX_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 30));
  const jittered = ms * (0.5 + random() / 2);
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
}
