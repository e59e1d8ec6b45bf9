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
  /** Safe to send again: a read, or a change with an Idempotency-Key. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

const FIRST_PAUSE_MS = 100;
const PAUSE_MS_MAX = 10_000;

const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;
/** The only codes after which a change may have been applied. Codes that are added to the contract are not of these. */
const OUTCOME_OPEN: ReadonlySet<string> = new Set(["outcome_unknown", "internal_error"]);
/** The codes of a 503 that changed nothing. An unknown code may be a gateway's, which has passed the request on. */
const REFUSED_FOR_NOW: ReadonlySet<string> = new Set(["overloaded", "unavailable"]);
/** A proxy's answers while the service behind it is unavailable. */
export const TEMPORARY_STATUSES: ReadonlySet<number | undefined> = new Set([502, 503, 504]);

/** The result of the first attempt that succeeds. Throws the error of the last one. */
export async function withRetries<T>(
  { retries, retryForMs }: RetryPolicy,
  { repeatable, signal }: RetryOptions,
  attempt: () => Promise<T>,
): Promise<T> {
  const elapsedMs = stopwatch();
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
      if (elapsedMs() + pauseMs > retryForMs) throw error;
      await pause(pauseMs, signal);
      if (elapsedMs() > retryForMs) throw error;
    }
  }
}

/** By the clock too: `performance.now()` stands still while a device sleeps, which may be days in the middle of a pause. */
function stopwatch(): () => number {
  const [startedAt, startedOn] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - startedAt, Date.now() - startedOn);
}

export function isRetryable(error: RequestError, repeatable: boolean): boolean {
  if (isRefusedForNow(error)) return true;
  if (!repeatable) return false;
  if (error instanceof PetstockError) return error.status === SERVICE_UNAVAILABLE;
  return error.code !== "unexpected_answer" || TEMPORARY_STATUSES.has(error.status);
}

/** Nothing was done, so that any request may be sent again. */
function isRefusedForNow(error: RequestError): boolean {
  if (error.status === TOO_MANY_REQUESTS) return true;
  if (error instanceof TransportError) return error.notSent;
  return error.status === SERVICE_UNAVAILABLE && REFUSED_FOR_NOW.has(error.code);
}

/** A change that failed with this error may have been applied. */
export function isOutcomeUnknown(error: RequestError): boolean {
  if (error instanceof TransportError) return !error.notSent && error.status !== TOO_MANY_REQUESTS;
  return OUTCOME_OPEN.has(error.code);
}

/** Retry-After, then exponential backoff with full jitter, so that clients that were refused together do not return together. */
export function pauseMsAfter(count: number, retryAfterMs = 0): number {
  return retryAfterMs + Math.random() * Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** count);
}
