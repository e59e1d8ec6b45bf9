// Decides whether a request is sent again and after which pause: only if that is safe, with jitter, and within a limit.

import { PetstockError, RequestError, TransportError } from "./errors.ts";
import { pause } from "./pause.ts";

export interface RetryPolicy {
  /** Attempts after the first. */
  readonly retries: number;
  /** No attempt starts later than this after the first. */
  readonly retryForMs: number;
}

export interface RetryOptions {
  /** Safe to send again: a read, or an update with an Idempotency-Key. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 10_000;

/** The service refused before it did anything, so that any request may be sent again. */
const REFUSED: ReadonlySet<string> = new Set(["unavailable", "overloaded", "rate_limited"]);
const TOO_MANY_REQUESTS = 429;
/** A proxy's answers while the service behind it is unavailable. */
export const TEMPORARY_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** The result of the first attempt that succeeds. Throws the error of the last one. */
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
      // If one attempt may have been applied, the refusal of the next does not rule that out.
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
  return error.code !== "unexpected_answer" || TEMPORARY_STATUSES.has(error.status);
}

/** An update that failed with this error may have been applied. */
export function isOutcomeUnknown(error: RequestError): boolean {
  if (error instanceof TransportError) return error.status !== TOO_MANY_REQUESTS;
  return error.code === "outcome_unknown" || error.code === "internal_error";
}

/** Retry-After, then exponential backoff with full jitter, so that clients that were refused together do not return together. */
export function pauseMsAfter(count: number, retryAfterMs = 0): number {
  return retryAfterMs + Math.random() * Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** count);
}
