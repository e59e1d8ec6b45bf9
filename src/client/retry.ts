// When a request is sent again, and after how long: only where it is safe, never in step with others, never for ever.

import { PetstockError, RequestError, TransportError } from "./errors.ts";
import { pause } from "./pause.ts";

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** No attempt begins later than this after the first. */
  readonly retryForMs: number;
}

export interface RetryOptions {
  /** Sending again cannot do harm: a read, or an update with an Idempotency-Key. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 10_000;

/** Refused before anything was done, so that any request may be sent again. */
const REFUSED: ReadonlySet<string> = new Set(["unavailable", "overloaded", "rate_limited"]);
const TOO_MANY_REQUESTS = 429;
/** What a proxy says while the service behind it is away. */
const PASSING_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** Gives the first attempt's result that succeeds, or throws the last one's error. */
export async function withRetries<T>(
  { retries, retryForMs }: RetryPolicy,
  { repeatable, signal }: RetryOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + retryForMs;
  let mayBeApplied = false;
  for (let count = 0; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // What one attempt has left open the refusal of the next does not answer.
      error.mayBeApplied ||= mayBeApplied;
      mayBeApplied = error.mayBeApplied;
      if (count >= retries || !isRetryable(error, repeatable)) throw error;
      const pauseMs = pauseMsAfter(count, error.retryAfterMs);
      if (performance.now() + pauseMs > deadline) throw error;
      await pause(pauseMs, signal);
    }
  }
}

export function isRetryable(error: RequestError, repeatable: boolean): boolean {
  if (REFUSED.has(error.code) || error.status === TOO_MANY_REQUESTS) return true;
  if (!repeatable) return false;
  if (error instanceof PetstockError) return error.code === "outcome_unknown";
  return error.code !== "unexpected_answer" || PASSING_STATUSES.has(error.status);
}

/** Whether an update that failed so may have been applied. */
export function isOutcomeUnknown(error: RequestError): boolean {
  if (error instanceof TransportError) return error.status !== TOO_MANY_REQUESTS;
  return error.code === "outcome_unknown" || error.code === "internal_error";
}

/** Anything up to twice as long each time, after what the answer asked for: whoever was refused together does not come back together. */
export function pauseMsAfter(count: number, retryAfterMs = 0): number {
  return retryAfterMs + Math.random() * Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** count);
}
